import type { PositionSide } from '../accounts/owner.ts'
import { feeOn } from '../accounts/fee.ts'
import { magnitudeOf, PPM, tierOf } from '../instruments/contractTerms.ts'
import { divideUp } from '../instruments/rounding.ts'
import type { Side } from '../instruments/Instrument.ts'
import { MAX_LOTS, MAX_TICKS } from '../matching/command.ts'
import { refuse, type Refusal } from '../state/effects.ts'
import type { FuturesAccountView } from '../state/ExchangeView.ts'
import { openLots, waitsForTrigger, type FuturesOrderTerms } from '../state/futuresOrder.ts'
import {
  futuresAccountKey,
  leverageOf,
  positionKey,
  settingsOf,
  type FuturesAccount,
} from '../state/futuresState.ts'
import { contractOf } from '../state/state.ts'
import {
  availableOf,
  bandTicks,
  bankruptcyTicks,
  crossGroup,
  equityOf,
  groupOf,
  isDue,
  markOf,
  requirementOf,
  symbolRisk,
  unrealised,
  walletOf,
  type Draft,
  type MarginMarket,
  type MarginState,
  type RiskAccount,
  type SymbolRisk,
} from './margin.ts'

type Refused = { readonly refused: Refusal }

/** The account as it is, or as it would be opened; asking opens none. */
export function accountAsIs<Account>(
  { futures }: { readonly futures: { readonly accounts: ReadonlyMap<string, Account> } },
  { realm, userId }: Pick<FuturesAccount, 'realm' | 'userId'>,
): Account | FuturesAccount {
  return (
    futures.accounts.get(futuresAccountKey(realm, userId)) ?? {
      realm,
      userId,
      mode: 'one_way',
      settings: new Map(),
      positions: new Map(),
      orders: new Set(),
    }
  )
}

/** What opens a leg: its own side. In one-way mode either side opens. */
export const closesLeg = ({
  side,
  positionSide,
}: Pick<FuturesOrderTerms, 'side' | 'positionSide'>): boolean =>
  positionSide === (side === 'buy' ? 'short' : 'long')

/** The terms of an order by themselves: sizes, mode, band and minimum (futures 4). */
export function judgeTerms(
  state: MarginState,
  {
    account,
    market,
    terms,
  }: {
    readonly account: FuturesAccountView
    readonly market: MarginMarket
    readonly terms: Pick<
      FuturesOrderTerms,
      | 'side'
      | 'positionSide'
      | 'orderType'
      | 'ticks'
      | 'lots'
      | 'reduceOnly'
      | 'closePosition'
      | 'triggers'
    >
  },
): Refused | undefined {
  const { side, positionSide, orderType, ticks, lots, reduceOnly, closePosition } = terms
  const isSize = inRange(lots, MAX_LOTS) || (closePosition === true && lots === 0)
  const isExit = closePosition !== true || (reduceOnly && terms.triggers !== undefined)
  if (!isSize || !isExit || !inRange(ticks, MAX_TICKS)) return refuse('order-terms')
  if ((account.mode === 'one_way') !== (positionSide === 'net')) return refuse('order-terms')
  if (positionSide !== 'net' && reduceOnly !== closesLeg(terms)) return refuse('order-terms')
  const mark = markOf(state, market.instrument.id)
  if (mark === 0) return refuse('no-mark')
  const isAtMarket = orderType === 'market' || terms.triggers !== undefined
  const furthest = bandTicks(market, mark, side)
  if (!isAtMarket && (side === 'buy' ? ticks > furthest : ticks < furthest))
    return refuse('price-band')
  const price = isAtMarket ? mark : ticks
  if (!reduceOnly && magnitudeOf(market.terms, lots, price) < market.terms.minNotional)
    return refuse('order-terms')
  return undefined
}

const inRange = (value: number, most: number): boolean =>
  Number.isInteger(value) && value > 0 && value <= most

/** How many lots one more reduce-only order of a side may have. */
export function reducibleLots(
  account: FuturesAccountView,
  {
    symbol,
    side,
    positionSide,
  }: { readonly symbol: string; readonly side: Side; readonly positionSide: PositionSide },
): number {
  const lots = account.positions.get(positionKey(symbol, positionSide))?.lots ?? 0
  let left = side === 'sell' ? lots : -lots
  for (const order of account.orders)
    if (
      order.reduceOnly &&
      order.symbol === symbol &&
      order.positionSide === positionSide &&
      order.side === side &&
      !waitsForTrigger(order)
    )
      left -= openLots(order)
  return Math.max(0, left)
}

/** Whether the ladder has the group of a position, or is about to (futures 6). */
export const isBeingLiquidated = (
  state: MarginState,
  account: RiskAccount,
  { symbol, side }: { readonly symbol: string; readonly side: PositionSide },
): boolean => isDue(state, groupOf(state, account, { symbol, side }))

/** The furthest price at which a position may be closed: its bankruptcy price (futures 4). */
export function closeBound(
  state: MarginState,
  account: FuturesAccountView,
  { symbol, side }: { readonly symbol: string; readonly side: PositionSide },
): number {
  const position = account.positions.get(positionKey(symbol, side))
  if (!position) return 0
  const found = bankruptcyTicks(state, position, groupOf(state, account, position))
  if (position.lots > 0) return Math.max(1, found ?? 1)
  return Math.min(MAX_TICKS, found ?? MAX_TICKS)
}

/** Whether an order that may open lots would close some of an isolated position first. */
export function closesIsolated(
  account: FuturesAccountView,
  { symbol, side, positionSide }: Pick<FuturesOrderTerms, 'symbol' | 'side' | 'positionSide'>,
): boolean {
  if (settingsOf(account, symbol).marginMode !== 'isolated') return false
  const lots = account.positions.get(positionKey(symbol, positionSide))?.lots ?? 0
  return side === 'sell' ? lots > 0 : lots < 0
}

/** The price, or the bound where it goes past that. */
export const within = (ticks: number, bound: number, side: Side): number =>
  side === 'buy' ? Math.min(ticks, bound) : Math.max(ticks, bound)

/** How far an order may trade: within the band at the market, not past bankruptcy to close. */
export function boundTicks(
  state: MarginState,
  account: FuturesAccountView,
  terms: Pick<FuturesOrderTerms, 'symbol' | 'side' | 'positionSide' | 'ticks' | 'reduceOnly'> & {
    readonly atMarket: boolean
  },
): number {
  const { symbol, side, positionSide, reduceOnly, atMarket } = terms
  const isBound = reduceOnly || closesIsolated(account, terms)
  const bounds = [
    ...(atMarket ? [bandTicks(contractOf(state, symbol), markOf(state, symbol), side)] : []),
    ...(isBound ? [closeBound(state, account, { symbol, side: positionSide })] : []),
  ].filter((ticks) => ticks > 0)
  return bounds.reduce((ticks, bound) => within(ticks, bound, side), terms.ticks)
}

/**
 * Whether an order that may open lots has its margin (futures 4): tier and limit, available, equity
 * after it above the requirement after it.
 */
export function judgeMargin(
  state: MarginState,
  {
    account,
    market,
    draft,
    isStrict,
  }: {
    readonly account: RiskAccount
    readonly market: MarginMarket
    readonly draft: Draft
    readonly isStrict?: true | undefined
  },
): Refused | undefined {
  const { symbol, positionSide } = draft
  const { terms, instrument } = market
  const asset = instrument.marginAsset
  if (state.futures.prices.get(symbol)?.isFresh !== true) return refuse('no-mark')
  const settings = settingsOf(account, symbol)
  const before = symbolRisk(state, account, { symbol })
  const after = symbolRisk(state, account, { symbol, draft })
  const isByLeg = isStrict && settings.marginMode === 'isolated'
  const exposureOf = ({ exposure, ofLegs }: SymbolRisk) =>
    isByLeg ? ofLegs[positionSide] : exposure
  const exposure = exposureOf(after)
  if (exposure > exposureOf(before)) {
    const limit = terms.tiers.at(-1)?.upTo ?? 0n
    const { maxLeverage } = tierOf(terms, exposure)
    if (exposure > limit || leverageOf(settings, positionSide) > maxLeverage)
      return refuse('position-limit')
  }
  const available = availableOf(state, account, { asset, draft })
  if (available < 0n) return refuse('balance', { asset })
  const cost = after.openLoss - before.openLoss + feeOn(draft.value, draft.takerPpm)
  const cross = crossGroup(state, account, asset)
  if (settings.marginMode === 'cross') {
    const equity = equityOf(state, cross) - cost
    return equity > requirementOf(state, cross, draft) ? undefined : refuse('liquidated-at-once')
  }
  if (isStrict && closesIsolated(account, draft)) {
    const free = available + after.initialOfOrders - before.initialOfOrders
    return judgeTurn(state, { account, market, draft, cost, free })
  }
  return judgeIsolated(state, { account, market, draft, cost })
}

interface IsolatedDraft {
  readonly account: FuturesAccountView
  readonly market: MarginMarket
  readonly draft: Draft
  readonly cost: bigint
}

/** What is opened once the position is closed takes its margin from what that leaves. */
function judgeTurn(
  state: MarginState,
  {
    account,
    market: { terms, instrument },
    draft,
    cost,
    free,
  }: IsolatedDraft & {
    /** Of the cross wallet, what neither other orders nor fee and loss of this one take. */
    readonly free: bigint
  },
): Refused | undefined {
  const { symbol, positionSide: side } = draft
  const group = groupOf(state, account, { symbol, side })
  const held = Math.abs(group.positions[0]?.lots ?? 0)
  const lots = draft.lots - held
  if (lots <= 0) return undefined
  const shareOf = (amount: bigint) => divideUp(amount * BigInt(lots), BigInt(draft.lots))
  const opened = shareOf(draft.value)
  const margin = divideUp(opened, BigInt(leverageOf(settingsOf(account, symbol), side)))
  if (free + equityOf(state, group) < margin)
    return refuse('balance', { asset: instrument.marginAsset })
  const notional = magnitudeOf(terms, lots, markOf(state, symbol))
  const { maintenancePpm, cum } = tierOf(terms, notional)
  const requirement = (maintenancePpm + terms.takerPpm) * notional - cum * PPM
  const loss = shareOf(cost - feeOn(draft.value, draft.takerPpm))
  return (margin - loss) * PPM > requirement ? undefined : refuse('liquidated-at-once')
}

/** The margin that would be moved must carry the position as it would be. */
function judgeIsolated(
  state: MarginState,
  { account, market: { terms }, draft, cost }: IsolatedDraft,
): Refused | undefined {
  const { symbol, positionSide: side } = draft
  const group = groupOf(state, account, { symbol, side })
  const [position] = group.positions
  const bought = draft.side === 'buy' ? draft.lots : -draft.lots
  const lots = (position?.lots ?? 0) + bought
  const isFlip = position !== undefined && position.lots > 0 !== bought > 0
  const notional = magnitudeOf(terms, Math.abs(lots), markOf(state, symbol))
  if (isFlip && Math.abs(lots) <= Math.abs(position.lots)) return undefined
  const opened = isFlip ? magnitudeOf(terms, Math.abs(lots), markOf(state, symbol)) : draft.value
  const margin = opened / BigInt(leverageOf(settingsOf(account, symbol), side))
  const held = isFlip ? 0n : walletOf(state, group)
  const profit = position && !isFlip ? unrealised(state, position) : 0n
  const { maintenancePpm, cum } = tierOf(terms, notional)
  const requirement = (maintenancePpm + terms.takerPpm) * notional - cum * PPM
  const loss = cost - feeOn(draft.value, draft.takerPpm)
  return (held + margin + profit - loss) * PPM > requirement
    ? undefined
    : refuse('liquidated-at-once')
}
