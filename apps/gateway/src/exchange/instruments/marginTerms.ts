import { scaleOf, SPOT_SYMBOLS, symbolSpec } from './symbols.ts'

/**
 * Levels of a margin account, assets over debts, in parts of 10,000 (futures 7): above `leave`
 * funds may be taken out, a loan must leave more than `borrow`, a liquidation begins at
 * `liquidation` and goes on until `call`.
 */
export interface MarginLevels {
  readonly leave: number
  readonly borrow: number
  readonly call: number
  readonly liquidation: number
}

/** What a leverage of an isolated account allows. */
export interface IsolatedTier extends MarginLevels {
  readonly leverage: number
  /** Loans at most: so many times those of the largest leverage. */
  readonly times: number
}

export const LEVEL_UNIT = 10_000n
/** Parts of a whole that rates of a day are counted in. */
export const DAILY_RATE_UNIT = 10n ** 10n
/** Parts of 1 USDT that index prices of assets are counted in. */
export const INDEX_PRICE_SCALE = 8

/** What an atom of an asset counts in values: equal for every asset at one price. */
export const valueUnit = (asset: string): bigint => 10n ** BigInt(18 - scaleOf(asset))

export const CROSS_LEVELS: MarginLevels = {
  leave: 20_000,
  borrow: 15_000,
  call: 13_000,
  liquidation: 11_000,
}

/** The call level of a tier is the middle of its two others. */
const tier = (
  leverage: number,
  [initial, liquidation, times]: readonly [number, number, number],
): IsolatedTier => ({
  leverage,
  times,
  leave: initial,
  borrow: initial,
  call: (initial + liquidation) / 2,
  liquidation,
})

/** The first one holds until a user asks for another. */
export const ISOLATED_TIERS: readonly IsolatedTier[] = [
  tier(10, [11_110, 10_500, 1]),
  tier(5, [12_500, 11_500, 2]),
  tier(3, [15_000, 11_800, 4]),
]

/** Per cent of the value of an asset that counts in a cross account. */
const COLLATERAL_RATES: Readonly<Record<string, bigint>> = { USDT: 100n, BTC: 95n, ETH: 95n }
export const WHOLE_RATE = 100n

export const collateralRate = (asset: string): bigint => COLLATERAL_RATES[asset] ?? 80n

/** What an isolated account may owe at the largest leverage (docs/adr/margin.md). */
const ISOLATED_LIMITS: Readonly<Record<string, readonly [base: string, quote: string]>> = {
  BTCUSDT: ['9', '70000'],
  ETHUSDT: ['200', '70000'],
  SOLUSDT: ['1500', '40000'],
  XRPUSDT: ['60000', '40000'],
  DOGEUSDT: ['300000', '20000'],
}

/** Pairs that have isolated accounts. */
export const MARGIN_PAIRS: readonly string[] = Object.keys(ISOLATED_LIMITS)

/** What a cross account may owe of an asset without a VIP level, decimal strings. */
const CROSS_LIMITS: Readonly<Record<string, string>> = {
  USDT: '500000',
  BTC: '10',
  ETH: '150',
  SOL: '2000',
  XRP: '150000',
  DOGE: '1000000',
  ADA: '300000',
  LTC: '1500',
  LINK: '8000',
  SHIB: '5000000000',
}

/** Assets of cross accounts. */
export const MARGIN_ASSETS: readonly string[] = Object.keys(CROSS_LIMITS)

/** Interest of a day in parts of `DAILY_RATE_UNIT`, and so the terms of a loan (futures 7). */
export const DAILY_RATES: Readonly<Record<string, number>> = {
  USDT: 1_262_790,
  BTC: 547_950,
  ETH: 684_930,
  SOL: 1_917_810,
  XRP: 1_643_840,
  DOGE: 2_191_780,
  ADA: 2_191_780,
  LTC: 2_191_780,
  LINK: 2_191_780,
  SHIB: 2_739_730,
}

/** The tier of a leverage; `undefined`: isolated accounts do not have it. */
export const isolatedTier = (leverage: number): IsolatedTier | undefined =>
  ISOLATED_TIERS.find((each) => each.leverage === leverage)

/** How much of its size a VIP level adds to a limit of a cross account, in per cent. */
const VIP_LIMITS = [100, 150, 200, 300, 400, 500, 600, 800] as const

/** What an account may owe of an asset, a decimal string times a factor in per cent. */
export interface LoanLimit {
  readonly amount: string
  readonly percent: number
}

/** `undefined`: the account does not lend this asset. */
export function loanLimit({
  symbol,
  asset,
  leverage,
  vipLevel,
}: {
  /** Of an isolated account. */
  readonly symbol?: string | undefined
  readonly asset: string
  readonly leverage: number
  readonly vipLevel: number
}): LoanLimit | undefined {
  if (symbol === undefined) {
    const amount = CROSS_LIMITS[asset]
    return amount === undefined
      ? undefined
      : { amount, percent: VIP_LIMITS[Math.min(vipLevel, VIP_LIMITS.length - 1)] ?? 100 }
  }
  const pair = symbolSpec(symbol)
  const [base, quote] = ISOLATED_LIMITS[symbol] ?? []
  const amount = asset === pair?.base ? base : asset === pair?.quote ? quote : undefined
  if (amount === undefined) return undefined
  return { amount, percent: (isolatedTier(leverage)?.times ?? 1) * 100 }
}

/** Whether the account may hold the asset: of an isolated one only those of its pair. */
export function isMarginAsset(asset: string, symbol?: string): boolean {
  if (symbol === undefined) return MARGIN_ASSETS.includes(asset)
  const pair = SPOT_SYMBOLS.find((each) => each.symbol === symbol)
  return MARGIN_PAIRS.includes(symbol) && (pair?.base === asset || pair?.quote === asset)
}
