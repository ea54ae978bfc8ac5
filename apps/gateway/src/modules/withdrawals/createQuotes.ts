import type { api, RequestOf, WithdrawalQuote } from '@x/api'
import { formatUnits } from '@x/decimal'
import { withdrawable } from '../../exchange/funds/withdrawals.ts'
import { usedOn } from '../../exchange/state/withdrawals.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { usdtValue } from '../wallet/ports/usdtValue.ts'
import { amountText } from './ports/withdrawalView.ts'
import { dailyCap, QUOTE_MS, reviewReason } from './rules.ts'
import { feeAtoms, readTerms, type WithdrawalTerms } from './withdrawalInput.ts'
import type { WithdrawalServiceOptions } from './ports/WithdrawalServiceOptions.ts'

/** What a quote promises: the fee of one withdrawal. */
export interface Quote {
  readonly userId: string
  readonly asset: string
  readonly network: string
  readonly atoms: string
  readonly fee: string
}

/** Fees, values and what is left of a day. */
export interface Quotes {
  /** Atoms of USDT at the last price, rounded up. @throws GatewayError 00006 without a price */
  valueOf(asset: string, atoms: bigint): bigint
  capOf(userId: string): Promise<bigint>
  /** In atoms of USDT. */
  leftToday(userId: string, cap: bigint): bigint
  create(userId: string, params: RequestOf<typeof api.withdrawals.quote>): Promise<WithdrawalQuote>
  /** Without using it up. @throws GatewayError 40231 unless it is of this user and these terms */
  read(quoteId: string, of: { userId: string; terms: WithdrawalTerms }): Promise<Quote>
  /** @throws GatewayError 40231 for the second of two */
  spend(quoteId: string): Promise<void>
}

const USDT_SCALE = 8

export const usdtText = (atoms: bigint): string => formatUnits(atoms, USDT_SCALE, { trim: true })

const keyOf = (quoteId: string): string => `withdraw-quote:${quoteId}`
const quoteOver = (): GatewayError =>
  new GatewayError('40231', 'The quote has expired, please ask for a new one')

export function createQuotes({
  trading,
  clock,
  random,
  store,
  networks,
  market,
  vipLevelOf,
}: WithdrawalServiceOptions): Quotes {
  const { state } = trading.core
  const quotes: Quotes = {
    valueOf: (asset, atoms) => valueOf(market, { asset, atoms }),
    capOf: async (userId) => dailyCap(await vipLevelOf(userId)),
    leftToday(userId, cap) {
      const left = cap - usedOn(state.withdrawals, { userId, at: clock.now() })
      return left > 0n ? left : 0n
    },
    async create(userId, params) {
      const { network, coin, atoms } = readTerms(params, networks)
      const { asset } = coin
      const [fee, cap] = [feeAtoms(coin), await quotes.capOf(userId)]
      const quoteId = Buffer.from(random.bytes(24)).toString('base64url')
      const kept: Quote = {
        userId,
        asset,
        network: network.id,
        atoms: String(atoms),
        fee: String(fee),
      }
      await store.set(keyOf(quoteId), kept, { ttlMs: QUOTE_MS })
      return {
        quoteId,
        asset,
        network: network.id,
        amount: amountText(atoms, asset),
        fee: amountText(fee, asset),
        receive: amountText(atoms - fee, asset),
        minimum: coin.minWithdraw,
        withdrawable: amountText(withdrawable(state, { userId, asset }), asset),
        leftToday: usdtText(quotes.leftToday(userId, cap)),
        needsReview: reviewReason({ value: quotes.valueOf(asset, atoms) }) !== undefined,
        expiresAt: clock.now() + QUOTE_MS,
      }
    },
    async read(quoteId, { userId, terms: { network, coin, atoms } }) {
      const quote = await store.get<Quote>(keyOf(quoteId))
      const isOfTerms =
        quote?.userId === userId &&
        quote.asset === coin.asset &&
        quote.network === network.id &&
        quote.atoms === String(atoms)
      if (!isOfTerms) throw quoteOver()
      return quote
    },
    async spend(quoteId) {
      if (!(await store.take<Quote>(keyOf(quoteId)))) throw quoteOver()
    },
  }
  return quotes
}

/** Atoms of USDT at the last price, rounded up. @throws GatewayError 00006 without a price */
function valueOf(
  market: WithdrawalServiceOptions['market'],
  amount: { readonly asset: string; readonly atoms: bigint },
): bigint {
  const value = usdtValue(market, amount)
  if (value === undefined)
    throw new GatewayError('00006', 'There is no price of this asset at the moment')
  return value
}
