import type { EarnTier } from '../../exchange/state/productsState.ts'

/** An earn product as the operator offers it. Amounts are decimal text in its asset. */
export interface EarnProductTerms {
  readonly id: string
  readonly asset: string
  /** Length of the term; 0 of a flexible product. */
  readonly days: number
  /** Yearly rates in basis points, each up to an amount of a holder's principal. */
  readonly tiers: readonly EarnTier[]
  readonly minimum: string
  /** What one holder, and all together, may have in it. */
  readonly perUser: string
  readonly quota: string
  /** Of a flexible product: what it pays back at once on one UTC day. */
  readonly dayQuota: string
}

const usdt = (days: number, tiers: readonly EarnTier[]): EarnProductTerms => ({
  id: days === 0 ? 'USDT-flexible' : `USDT-${days}`,
  asset: 'USDT',
  days,
  tiers,
  minimum: '1',
  perUser: '500000',
  quota: '50000000',
  dayQuota: '5000000',
})
const btc = (days: number, aprBp: number): EarnProductTerms => ({
  id: days === 0 ? 'BTC-flexible' : `BTC-${days}`,
  asset: 'BTC',
  days,
  tiers: [[null, aprBp]],
  minimum: '0.0001',
  perUser: '10',
  quota: '500',
  dayQuota: '50',
})
const eth = (days: number, aprBp: number): EarnProductTerms => ({
  ...btc(days, aprBp),
  id: days === 0 ? 'ETH-flexible' : `ETH-${days}`,
  asset: 'ETH',
  minimum: '0.001',
  perUser: '200',
  quota: '10000',
  dayQuota: '1000',
})

/** Those of the reference gateway: configuration of a deployment, not a rule. */
export const EARN_PRODUCTS: readonly EarnProductTerms[] = [
  usdt(0, [
    ['500', 500],
    [null, 200],
  ]),
  usdt(7, [[null, 300]]),
  usdt(30, [[null, 450]]),
  usdt(90, [[null, 600]]),
  btc(0, 50),
  btc(30, 120),
  eth(0, 100),
  eth(30, 200),
]

/** What the pool of a demonstration begins with. */
export const DEMONSTRATION_POOL: Readonly<Record<string, string>> = {
  USDT: '100000',
  BTC: '2',
  ETH: '40',
}
