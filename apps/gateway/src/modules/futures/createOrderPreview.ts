import type { api, FuturesPreview, RequestOf } from '@x/api'
import type { FeeRates } from '../../exchange/accounts/fee.ts'
import { feeOn, futuresFeeRates } from '../../exchange/accounts/fee.ts'
import { accountAsIs, judgeMargin, reducibleLots } from '../../exchange/futures/judge.ts'
import {
  equityOf,
  groupOf,
  requirementOf,
  symbolRisk,
  unchanged,
  type Draft,
  type MarginState,
} from '../../exchange/futures/margin.ts'
import {
  liquidationPriceOf,
  previewFills,
  type PreviewState,
} from '../../exchange/futures/preview.ts'
import { magnitudeOf, tierOf } from '../../exchange/instruments/contractTerms.ts'
import type { FuturesInstrument, Level } from '../../exchange/instruments/Instrument.ts'
import { larger } from '../../exchange/instruments/rounding.ts'
import { MAX_LOTS } from '../../exchange/matching/command.ts'
import {
  contractOf,
  type ExchangeView,
  type FuturesAccountView,
} from '../../exchange/state/ExchangeView.ts'
import { futuresAccountKey, leverageOf, settingsOf } from '../../exchange/state/futuresState.ts'
import type { FuturesOrderTerms } from '../../exchange/state/futuresOrder.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { given } from '../../platform/http/requestFields.ts'
import { refusalError } from '../trading/ports/refusals.ts'
import type { Trader, TradingService } from '../trading/ports/TradingService.ts'
import type { FuturesReads } from './createFuturesReads.ts'
import type { FuturesPaperBroker } from './createPaperFutures.ts'
import { futuresTerms, type ContractQuotes } from './orderTerms.ts'
import { ratioText } from './ports/accountViews.ts'
import { contractNamed, marginText, sizeText } from './ports/contracts.ts'
import { parseUnits } from '@x/decimal'

type PreviewRequest = RequestOf<typeof api.futures.orders.preview>
export type FuturesPreviews = (session: Trader, params: PreviewRequest) => Promise<FuturesPreview>

export interface PreviewOptions {
  readonly trading: TradingService
  readonly reads: FuturesReads
  readonly paper: FuturesPaperBroker
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

interface Asked {
  readonly trader: Trader
  readonly contract: FuturesInstrument
  readonly terms: FuturesOrderTerms
  readonly takerPpm: number
}

/**
 * What an order would cost and change, by the code that would place and book it (futures F12). The
 * order counts as filled: what it meets in the book at those prices, the rest at its limit.
 */
export function createOrderPreview({
  trading,
  reads,
  paper,
  vipLevelOf,
}: PreviewOptions): FuturesPreviews {
  const view = trading.core.state

  /** Ticks and lots that the order would trade at. */
  function fillsOf({ trader, terms }: Asked): readonly Level[] {
    const { symbol, side, lots, ticks } = terms
    const fills: Level[] = []
    if (trader.realm === 'paper') {
      const decided = paper.decide(trader.userId, { ...terms, timeInForce: 'gtc' })
      if ('paper' in decided) fills.push(...decided.paper.fills)
    } else {
      let left = lots
      contractOf(view, symbol).engine.book.eachLevel(side === 'buy' ? 1 : 0, (price, size) => {
        if (side === 'buy' ? price > ticks : price < ticks) return false
        fills.push([price, Math.min(left, size)])
        left -= Math.min(left, size)
        return left > 0
      })
    }
    const rest = lots - fills.reduce((sum, [, size]) => sum + size, 0)
    return rest > 0 ? [...fills, [ticks, rest]] : fills
  }

  return async (session, params) => {
    const rates: FeeRates = futuresFeeRates(await vipLevelOf(session.userId))
    const contract = contractNamed(params.symbol)
    const trader: Trader = { realm: session.realm, userId: session.userId }
    const state = withLeverage(view, { trader, contract, leverage: given(params.leverage) })
    const account = accountAsIs(state, trader)
    const context = reads.context(trader, { contract, side: params.side })
    const terms = futuresTerms(orderOf(params), {
      ...context,
      leverageOf: (side) => leverageOf(settingsOf(account, contract.id), side),
    })
    const asked = { trader, contract, terms, takerPpm: rates.takerPpm }
    if (terms.reduceOnly && reducibleLots(account, terms) === 0)
      throw refusalError({ reason: 'nothing-to-reduce' })
    return trading.confirm(
      previewOf(state, { ...asked, account, quotes: context.quotes, fills: fillsOf(asked) }),
    )
  }
}

/** The fields of an order that a preview reads. */
const orderOf = ({
  symbol,
  side,
  tradeSide,
  size,
  sizeUnit,
  price,
  ...params
}: PreviewRequest) => ({
  symbol,
  side,
  tradeSide: given(tradeSide) ?? null,
  orderType: given(params.orderType) ?? (given(price) === undefined ? 'market' : 'limit'),
  size,
  sizeUnit: given(sizeUnit) ?? null,
  price: given(price) ?? null,
  reduceOnly: given(params.reduceOnly) === 'true' && !given(tradeSide),
})

/** The state with the trader's account alone, at another leverage. @throws GatewayError 40010 */
function withLeverage(
  view: ExchangeView,
  {
    trader,
    contract: { id, tiers },
    leverage,
  }: {
    readonly trader: Trader
    readonly contract: FuturesInstrument
    readonly leverage: string | undefined
  },
): PreviewState {
  if (leverage === undefined) return view
  const wanted = /^\d{1,4}$/.test(leverage) ? Number(leverage) : 0
  if (wanted < 1) throw invalidParameter('leverage', 'leverage must be a whole number above zero')
  if (wanted > (tiers[0]?.maxLeverage ?? 1)) throw refusalError({ reason: 'leverage' })
  const known = accountAsIs(view, trader)
  const { shortLeverage: _, ...settings } = settingsOf(known, id)
  const account: FuturesAccountView = {
    ...known,
    settings: new Map(known.settings).set(id, { ...settings, leverage: wanted }),
  }
  const accounts = new Map([[futuresAccountKey(trader.realm, trader.userId), account]])
  const { markets, next } = view
  return {
    markets,
    next,
    accounts: view.accounts,
    futures: { accounts, prices: view.futures.prices },
  }
}

interface Previewed extends Asked {
  readonly account: FuturesAccountView
  readonly quotes: ContractQuotes
  readonly fills: readonly Level[]
}

function previewOf(state: PreviewState, previewed: Previewed): FuturesPreview {
  const { contract, terms, takerPpm, account, fills, trader } = previewed
  const { symbol, side, positionSide, lots, reduceOnly } = terms
  const market = contractOf(state, symbol)
  const value = fills.reduce((sum, [at, size]) => sum + magnitudeOf(market.terms, size, at), 0n)
  const draft: Draft = { symbol, side, positionSide, lots, value, takerPpm }
  const fee = feeOn(value, takerPpm)
  if (!reduceOnly) assertWithinTiers(state, { account, draft })
  const after = previewFills(state, {
    ...trader,
    market,
    side: positionSide,
    fills: fills.map(([ticks, size]) => ({
      ticks,
      lots: side === 'buy' ? size : -size,
      feePpm: takerPpm,
    })),
  })
  const leg = { symbol, side: positionSide }
  const group = groupOf(after.state, after.account, leg)
  const liquidation = liquidationPriceOf(after.state, after.account, leg)
  const before = liquidationPriceOf(state, account, leg)
  const at = liquidation.status === 'at' ? liquidation : undefined
  const price = liquidation.status === 'never' ? null : liquidation.price
  const text = (atoms: bigint) => marginText(atoms, contract)
  return {
    cost: text(reduceOnly ? fee : costOf(state, { account, draft, fee })),
    fee: text(fee),
    maxOpen: sizeText(maxOpenOf(state, previewed), contract),
    marginRatio: ratioText(requirementOf(after.state, group), equityOf(after.state, group)),
    liquidationPrice: price,
    liquidationPriceBefore: before.status === 'never' ? null : before.price,
    falling: at?.falling ?? null,
    rising: at?.rising ?? null,
    certificate: price === null ? null : certificateOf(after, { ...leg, contract, price }),
  }
}

/** @throws GatewayError 40212 */
function assertWithinTiers(
  state: MarginState,
  { account, draft }: { readonly account: FuturesAccountView; readonly draft: Draft },
): void {
  const { terms } = contractOf(state, draft.symbol)
  const settings = settingsOf(account, draft.symbol)
  const { exposure: all, ofLegs } = symbolRisk(state, account, { symbol: draft.symbol, draft })
  const exposure = settings.marginMode === 'isolated' ? ofLegs[draft.positionSide] : all
  const leverage = leverageOf(settings, draft.positionSide)
  if (exposure > (terms.tiers.at(-1)?.upTo ?? 0n) || leverage > tierOf(terms, exposure).maxLeverage)
    throw refusalError({ reason: 'position-limit' })
}

/** Rise of initial margin and open loss, and the fee (futures 3). */
function costOf(
  state: MarginState,
  {
    account,
    draft,
    fee,
  }: { readonly account: FuturesAccountView; readonly draft: Draft; readonly fee: bigint },
): bigint {
  const { symbol } = draft
  const before = symbolRisk(state, account, { symbol })
  const after = symbolRisk(state, account, { symbol, draft })
  const rise = larger(0n, after.initial - before.initial)
  return rise + larger(0n, after.openLoss - before.openLoss) + fee
}

/** The most lots that the exchange would take at this price, by its own judgement. */
function maxOpenOf(state: PreviewState, { account, terms, takerPpm, quotes }: Previewed): number {
  const { symbol, side, positionSide, reduceOnly } = terms
  if (reduceOnly) return reducibleLots(account, terms)
  const market = contractOf(state, symbol)
  const ticks = terms.orderType === 'market' ? quotes.opposite || quotes.mark : terms.ticks
  // Their sums are the same for every size.
  const still = unchanged(account)
  const isTaken = (lots: number): boolean => {
    const value = magnitudeOf(market.terms, lots, ticks)
    const draft = { symbol, side, positionSide, lots, value, takerPpm }
    return judgeMargin(state, { account: still, market, draft, isStrict: true }) === undefined
  }
  let [taken, refused] = [0, 1]
  while (refused < MAX_LOTS && isTaken(refused)) [taken, refused] = [refused, refused * 2]
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2)
    if (isTaken(middle)) taken = middle
    else refused = middle
  }
  return taken
}

/** Equity and requirement at the liquidation price. */
function certificateOf(
  { state, account }: { readonly state: PreviewState; readonly account: FuturesAccountView },
  {
    symbol,
    side,
    contract,
    price,
  }: {
    readonly symbol: string
    readonly side: FuturesOrderTerms['positionSide']
    readonly contract: FuturesInstrument
    readonly price: string
  },
): FuturesPreview['certificate'] {
  const mark = Number(parseUnits(price, contract.pricePlace) ?? 0n)
  const now = state.futures.prices.get(symbol)
  if (!now) return null
  const prices = new Map(state.futures.prices).set(symbol, { ...now, mark })
  const there = { ...state, futures: { accounts: state.futures.accounts, prices } }
  const group = groupOf(there, account, { symbol, side })
  return {
    equity: marginText(equityOf(there, group), contract),
    requirement: marginText(requirementOf(there, group), contract),
  }
}
