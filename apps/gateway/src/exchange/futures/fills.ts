import { FEES } from '../accounts/owner.ts'
import { feeOn } from '../accounts/fee.ts'
import { pay, type Entry } from '../accounts/posting.ts'
import type { Realm } from '../accounts/accounts.ts'
import type { PositionSide } from '../accounts/owner.ts'
import { magnitudeOf } from '../instruments/contractTerms.ts'
import { divideDown, divideUp, larger, smaller } from '../instruments/rounding.ts'
import type { Side } from '../instruments/Instrument.ts'
import type { EffectLog } from '../state/effects.ts'
import { openLots, type FuturesOrder } from '../state/futuresOrder.ts'
import {
  HOUSE_ID,
  leverageOf,
  openFuturesAccount,
  positionKey,
  settingsOf,
  type FuturesAccount,
  type FuturesPosition,
} from '../state/futuresState.ts'
import { FUTURES_FUND } from './insurance.ts'
import {
  crossGroup,
  equityOf,
  groupOf,
  markOf,
  ownRequirement,
  walletAccount,
  walletOf,
  type FundsState,
  type MarginGroup,
  type MarginMarket,
} from './margin.ts'
import { clearingOwner, draw, payFrom } from './purse.ts'

export interface FuturesMatch {
  readonly realm: Realm
  readonly market: MarginMarket
  readonly ticks: number
  readonly lots: number
  /** `undefined`: the house account. */
  readonly maker: FuturesOrder | undefined
  readonly taker: FuturesOrder | undefined
  readonly takerSide: Side
}

/**
 * Books one trade of a contract: both positions move, results come from or go to the clearing
 * account, users pay fees (futures 2). Between two orders of the house account nothing moves.
 */
export function settleFuturesTrade(state: FundsState, log: EffectLog, match: FuturesMatch): void {
  const { realm, market, ticks, lots, maker, taker, takerSide } = match
  const tradeId = state.next.trade++
  const entries: Entry[] = []
  const value = magnitudeOf(market.terms, lots, ticks)
  for (const [order, role] of [
    [maker, 'maker'],
    [taker, 'taker'],
  ] as const) {
    const side = (role === 'taker') === (takerSide === 'buy') ? 'buy' : 'sell'
    const booked = bookLots(state, log, {
      realm,
      market,
      userId: order?.userId ?? HOUSE_ID,
      side: order?.positionSide ?? 'net',
      lots: side === 'buy' ? lots : -lots,
      ticks,
      feePpm: order ? (role === 'taker' ? order.takerPpm : order.makerPpm) : 0,
      isLiquidation: order?.orderType === 'liquidation',
    })
    entries.push(...booked.entries)
    if (!order) continue
    const { fee, result, closedLots } = booked
    addToOrder(order, { lots, ticks, fee, result, at: log.at })
    log.touchFuturesOrder(order)
    const numbers = { ticks, lots, closedLots, value, fee, result }
    const id = state.next.fill++
    log.futuresFills.push({ id, tradeId, order, role, at: log.at, ...numbers })
  }
  log.addTransaction({
    realm,
    kind: 'futures_trade',
    scope: 'futures_trade',
    key: String(tradeId),
    entries,
  })
}

function addToOrder(
  order: FuturesOrder,
  {
    lots,
    ticks,
    fee,
    result,
    at,
  }: Record<'lots' | 'ticks' | 'at', number> & {
    readonly fee: bigint
    readonly result: bigint
  },
): void {
  order.filledLots += lots
  order.filledTickLots += BigInt(ticks) * BigInt(lots)
  order.fee += fee
  order.result += result
  order.updatedAt = at
  order.status = openLots(order) === 0 ? 'filled' : 'partially_filled'
}

export interface Booking {
  readonly realm: Realm
  readonly market: MarginMarket
  readonly userId: string
  readonly side: PositionSide
  /** Bought; below zero sold. */
  readonly lots: number
  readonly ticks: number
  readonly feePpm: number
  /** The fund pays fees that the account lacks, and gets l of what is better than bankruptcy. */
  readonly isLiquidation?: boolean
}

export interface Booked {
  readonly entries: readonly Entry[]
  readonly fee: bigint
  readonly result: bigint
  readonly closedLots: number
}

/**
 * Moves one position by one side of a trade: first what closes, then what opens (futures 2). The
 * house account has no margin and pays no fee.
 */
export function bookLots(state: FundsState, log: EffectLog, booking: Booking): Booked {
  const { realm, market, userId, side, lots, ticks, feePpm } = booking
  const account = openFuturesAccount(state.futures, { realm, userId })
  const { id: symbol } = market.instrument
  const before = account.positions.get(positionKey(symbol, side))?.lots ?? 0
  const size = Math.abs(lots)
  const closedLots = before !== 0 && before > 0 !== lots > 0 ? Math.min(size, Math.abs(before)) : 0
  const value = magnitudeOf(market.terms, size, ticks)
  const closedValue = closedLots === size ? value : magnitudeOf(market.terms, closedLots, ticks)
  const fees = feeOn(value, feePpm)
  const closingFee = closedLots === size ? fees : feeOn(closedValue, feePpm)
  const { isLiquidation = false } = booking
  const part = { account, market, side, isLiquidation }
  const closing =
    closedLots > 0
      ? closeLots(state, log, { ...part, lots: closedLots, value: closedValue, fee: closingFee })
      : NOTHING
  const opening =
    closedLots < size
      ? openPositionLots(state, log, {
          ...part,
          lots: Math.sign(lots) * (size - closedLots),
          // What the whole leaves: both sides of a trade add up, rounded or not.
          value: value - closedValue,
          fee: fees - closingFee,
        })
      : NOTHING
  return {
    entries: [...closing.entries, ...opening.entries],
    fee: closing.fee + opening.fee,
    result: closing.result,
    closedLots,
  }
}

interface Paid {
  readonly entries: readonly Entry[]
  readonly fee: bigint
  readonly result: bigint
}

const NOTHING: Paid = { entries: [], fee: 0n, result: 0n }

interface Part {
  readonly account: FuturesAccount
  readonly market: MarginMarket
  readonly side: PositionSide
  readonly lots: number
  /** What the lots traded for, without a sign. */
  readonly value: bigint
  readonly fee: bigint
  readonly isLiquidation: boolean
}

/** As `valueOf` signs it. */
const signed = ({ terms }: MarginMarket, lots: number, value: bigint): bigint =>
  lots < 0 !== terms.isInverse ? -value : value

/** C += lots·X, and no money moves but the fee and the margin of an isolated position. */
function openPositionLots(
  state: FundsState,
  log: EffectLog,
  { account, market, side, lots, value, fee }: Part,
): Paid {
  const { id: symbol } = market.instrument
  const position = openPosition(state, { account, symbol, side, at: log.at })
  position.lots += lots
  position.cost += signed(market, lots, value)
  position.openedLots += Math.abs(lots)
  position.openedValue += value
  position.updatedAt = log.at
  log.touchPosition(position)
  const group = groupOf(state, account, position)
  const entries: Entry[] = []
  if (group.isIsolated) {
    const margin = divideUp(value, BigInt(leverageOf(settingsOf(account, symbol), side)))
    const wallet = crossGroup(state, account, group.asset)
    const drawn = draw(state, log, { group: wallet, amount: margin + fee })
    entries.push(
      ...drawn.entries,
      ...pay(log, 'margin', {
        from: walletAccount(state, wallet),
        to: walletAccount(state, group),
        amount: drawn.amount,
      }),
    )
  }
  const charged = chargeFee(state, log, { position, account, fee, isLiquidation: false })
  return { entries: [...entries, ...charged.entries], fee: charged.fee, result: 0n }
}

function openPosition(
  state: FundsState,
  {
    account,
    symbol,
    side,
    at,
  }: Pick<Part, 'account' | 'side'> & { readonly symbol: string; readonly at: number },
): FuturesPosition {
  const key = positionKey(symbol, side)
  const known = account.positions.get(key)
  if (known) return known
  const id = state.next.position ?? 1
  state.next.position = id + 1
  const position: FuturesPosition = {
    id,
    realm: account.realm,
    userId: account.userId,
    symbol,
    side,
    lots: 0,
    cost: 0n,
    settled: 0n,
    result: 0n,
    fees: 0n,
    funding: 0n,
    openedAt: at,
    updatedAt: at,
    openedLots: 0,
    closedLots: 0,
    openedValue: 0n,
  }
  account.positions.set(key, position)
  return position
}

/** Result = proceeds − ceil((C + S)·c/q), from or to the clearing account (futures 2). */
function closeLots(state: FundsState, log: EffectLog, part: Part): Paid {
  const { account, market, side, lots, value } = part
  const { id: symbol } = market.instrument
  const key = positionKey(symbol, side)
  const position = account.positions.get(key)
  if (!position) throw new RangeError('Only lots of a position can be closed.')
  const group = groupOf(state, account, position)
  const marginBefore = walletOf(state, group)
  const surcharge = part.isLiquidation ? surchargeOf(state, { ...part, group, position }) : 0n
  const size = Math.abs(position.lots)
  const closing = position.lots > 0 ? lots : -lots
  const share = divideUp((position.cost + position.settled) * BigInt(lots), BigInt(size))
  const cost = divideUp(position.cost * BigInt(lots), BigInt(size))
  const result = signed(market, closing, value) - share
  position.lots -= closing
  position.cost -= cost
  position.settled -= share - cost
  // What was settled before is in the wallet already, and part of the result.
  const realised = result + (share - cost)
  position.result += realised
  position.closedLots += lots
  position.updatedAt = log.at
  log.touchPosition(position)
  if (position.lots === 0) noteClosed(log, { account, position, wasLong: closing > 0 })

  const clearing = state.accounts.of(account.realm, clearingOwner(symbol), group.asset)
  const entries =
    result >= 0n
      ? pay(log, 'result', { from: clearing, to: walletAccount(state, group), amount: result })
      : payFrom(state, log, { group, to: clearing, amount: -result, kind: 'result', symbol })
  const charged = chargeFee(state, log, { ...part, position })
  const fund = state.accounts.of(account.realm, FUTURES_FUND, group.asset)
  const surcharged = draw(state, log, { group, amount: surcharge })
  const from = walletAccount(state, group)
  const extra = [
    ...surcharged.entries,
    ...pay(log, 'liquidation', { from, to: fund, amount: surcharged.amount }),
  ]
  position.fees += surcharged.amount
  const released = group.isIsolated
    ? releaseMargin(state, log, {
        account,
        position,
        // The part of the margin that the closed lots had, with their result.
        amount:
          position.lots === 0
            ? undefined
            : divideDown(marginBefore * BigInt(lots), BigInt(size)) +
              result -
              charged.fee -
              surcharged.amount,
      })
    : []
  if (position.lots === 0) account.positions.delete(key)
  return {
    entries: [...entries, ...charged.entries, ...extra, ...released],
    fee: charged.fee,
    result: realised,
  }
}

function noteClosed(
  log: EffectLog,
  {
    account,
    position: { id: positionId, symbol },
    wasLong,
  }: Pick<Part, 'account'> & { readonly position: FuturesPosition; readonly wasLong: boolean },
): void {
  const { marginMode } = settingsOf(account, symbol)
  log.records.closed.push({ positionId, wasLong, marginMode })
}

/** Isolated margin back to the cross wallet; no amount: all of it. */
function releaseMargin(
  state: FundsState,
  log: EffectLog,
  {
    account,
    position,
    amount,
  }: {
    readonly account: FuturesAccount
    readonly position: FuturesPosition
    readonly amount: bigint | undefined
  },
): readonly Entry[] {
  const group = groupOf(state, account, position)
  const wallet = walletOf(state, group)
  return pay(log, 'margin', {
    from: walletAccount(state, group),
    to: walletAccount(state, crossGroup(state, account, group.asset)),
    amount: larger(0n, smaller(amount ?? wallet, wallet)),
  })
}

/**
 * l of a liquidation's fill, taken only from what it was better than the bankruptcy price: the
 * closed part's share of the equity, with what the price differs from the mark, less the fee
 * (futures 6).
 */
function surchargeOf(
  state: FundsState,
  {
    market: { terms, instrument },
    group,
    position,
    lots,
    value,
    fee,
  }: Part & { readonly group: MarginGroup; readonly position: FuturesPosition },
): bigint {
  const whole = group.positions.reduce((sum, each) => sum + ownRequirement(state, each), 0n)
  const own = ownRequirement(state, position)
  const size = BigInt(Math.abs(position.lots))
  const share = divideDown(equityOf(state, group) * own * BigInt(lots), whole * size)
  const atMark = magnitudeOf(terms, lots, markOf(state, instrument.id))
  const isBetter = position.lots > 0 !== terms.isInverse
  const spare = share + (isBetter ? value - atMark : atMark - value) - fee
  return larger(0n, smaller(feeOn(value, Number(terms.liquidationPpm)), spare))
}

/** Takes a fee; of an account that lacks it, what there is, or the rest of the fund. */
function chargeFee(
  state: FundsState,
  log: EffectLog,
  {
    account,
    position,
    fee,
    isLiquidation,
  }: {
    readonly account: FuturesAccount
    readonly position: FuturesPosition
    readonly fee: bigint
    readonly isLiquidation: boolean
  },
): { readonly entries: readonly Entry[]; readonly fee: bigint } {
  if (fee === 0n) return { entries: [], fee: 0n }
  const group = groupOf(state, account, position)
  const to = state.accounts.of(account.realm, FEES, group.asset)
  if (isLiquidation) {
    position.fees += fee
    const { symbol } = position
    return {
      entries: payFrom(state, log, { group, to, amount: fee, kind: 'fee', symbol }),
      fee,
    }
  }
  const drawn = draw(state, log, { group, amount: fee })
  const from = walletAccount(state, group)
  position.fees += drawn.amount
  return {
    entries: [...drawn.entries, ...pay(log, 'fee', { from, to, amount: drawn.amount })],
    fee: drawn.amount,
  }
}
