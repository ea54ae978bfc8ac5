import { available } from '../accounts/accounts.ts'
import { pay } from '../accounts/posting.ts'
import { closeOrder, placeHold } from '../funds/holds.ts'
import {
  chargeFullHours,
  coverShortage,
  liquidationFee,
  LIQUIDATION_FEE,
  MARGIN_FUND,
  repayLoan,
} from '../funds/loans.ts'
import {
  compareLevel,
  isMarginDue,
  levelsOf,
  ONE_USDT,
  owedOf,
  rateIn,
  valueOf,
  worthOf,
  type MarginFunds,
  type MarginWorth,
} from '../funds/marginLevel.ts'
import { LEVEL_UNIT, WHOLE_RATE } from '../instruments/marginTerms.ts'
import { divideUp, smaller } from '../instruments/rounding.ts'
import { BUY, NO_POSITION, SELL } from '../matching/command.ts'
import { takePaperFills } from '../paper/paperOrders.ts'
import { enterBook, leaveBook } from '../spot/enterBook.ts'
import { newOrder } from '../spot/newOrder.ts'
import { holdFor } from '../spot/settleTrade.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import { bindParty } from '../state/holders.ts'
import type { MarginLiquidateCommand, MarginSlice } from '../state/marginCommand.ts'
import { marginAccountAsIs, marginOwner, type MarginAccount } from '../state/marginState.ts'
import { ownerOf, spentAsset, type SpotOrder } from '../state/order.ts'
import { pairOf, type ExchangeState, type Pair } from '../state/state.ts'

type Done = { readonly refused: Refusal } | undefined

/** An asset worth less is not waited for: no order could sell it. */
export const DUST = 5n * ONE_USDT
/** How far from the index a slice may trade, in per cent. */
export const SLICE_BAND = 2n

/**
 * One step of the ladder (futures 7). The driver outside decides which; it is refused above the
 * liquidation level and without fresh prices.
 */
export function liquidateMargin(
  state: ExchangeState,
  log: EffectLog,
  command: MarginLiquidateCommand,
): Done {
  const account = marginAccountAsIs(state.margin, command)
  if (!isMarginDue(state, account, log.at)) return refuse('not-due')
  const prepared = prepare(state, account, command)
  if (prepared && 'refused' in prepared) return prepared
  for (const asset of account.loans.keys()) chargeFullHours(state, log, { account, asset })
  const before = worthOf(state, account)
  const orderId = prepared ? state.next.order : undefined
  account.isLiquidating = true
  cancelOrders(state, log, account)
  if (prepared && command.slice) tradeSlice(state, log, { ...prepared, slice: command.slice })
  else if (command.step === 'shortage') writeOff(state, log, { account, dust: command.dust })
  repayAvailable(state, log, account)
  const { call } = levelsOf(account)
  account.isLiquidating = account.loans.size > 0 && compareLevel(worthOf(state, account), call) < 0
  log.touchMargin(account)
  const id = state.next.marginStep ?? 1
  state.next.marginStep = id + 1
  const { realm, userId, symbol } = account
  log.marginSteps.push({
    id,
    realm,
    userId,
    ...(symbol === undefined ? {} : { symbol }),
    step: command.step,
    ...before,
    ...(orderId === undefined ? {} : { orderId }),
    prices: pricesOf(state, account),
    at: log.at,
  })
  return undefined
}

interface Prepared {
  readonly order: SpotOrder
  readonly pair: Pair
}

/** Judges a step before anything changes; of a trade the order that it is. */
function prepare(
  state: ExchangeState,
  account: MarginAccount,
  command: MarginLiquidateCommand,
): Prepared | { readonly refused: Refusal } | undefined {
  const { step, slice } = command
  if (step === 'shortage') return isSold(state, account) ? undefined : refuse('not-due')
  if (step === 'cancel') return undefined
  if (!slice || slice.lots <= 0) return refuse('order-terms')
  if (account.symbol !== undefined && account.symbol !== slice.symbol) return refuse('order-terms')
  const pair = pairOf(state, slice.symbol)
  if (!isNearIndex(state, pair, slice)) return refuse('price-band')
  const order = sliceOrder(state, account, command)
  // What its own orders hold is given back first.
  const owned = state.accounts
    .ownedBy(account.realm, ownerOf(order))
    .find(({ asset }) => asset === spentAsset(order, pair.instrument))
  return holdFor(order, pair) > (owned?.balance ?? 0n) ? refuse('balance') : { order, pair }
}

function sliceOrder(
  state: ExchangeState,
  { realm, userId, symbol: isolated }: MarginAccount,
  { slice, at }: MarginLiquidateCommand,
): SpotOrder {
  if (!slice) throw new RangeError('A trade of the ladder has a slice.')
  const { symbol, side, ticks, lots, makerPpm, takerPpm } = slice
  return newOrder(state, {
    command: {
      at,
      userId,
      // No request has a name with a colon.
      clientOid: `liquidation:${state.next.order}`,
      digest: '',
      symbol,
      side,
      orderType: 'limit',
      timeInForce: 'ioc',
      // Its own resting orders make way.
      prevention: 'maker',
      ticks,
      lots,
      budget: 0,
      makerPpm,
      takerPpm,
      account: isolated === undefined ? 'cross' : 'isolated',
    },
    realm,
    queueAhead: 0,
  })
}

/** Whether a slice trades at most so far from the index. */
function isNearIndex(
  { margin }: Pick<ExchangeState, 'margin'>,
  { instrument }: Pair,
  { side, ticks }: MarginSlice,
): boolean {
  const base = margin.prices.get(instrument.base)
  const quote = margin.prices.get(instrument.quote)
  if (!base || !quote) return false
  const price = BigInt(ticks) * quote * 100n
  const index = base * 10n ** BigInt(instrument.pricePlace)
  return side === 'sell'
    ? price >= index * (100n - SLICE_BAND)
    : price <= index * (100n + SLICE_BAND)
}

/** Cancels the orders of the account; entries leave no exits behind. */
function cancelOrders(state: ExchangeState, log: EffectLog, account: MarginAccount): void {
  const owner = marginOwner(account)
  for (const order of state.ordersOf(account.realm, account.userId)) {
    if (ownerOf(order) !== owner) continue
    const pair = pairOf(state, order.symbol)
    if (order.realm === 'live') leaveBook(log, { pair, order })
    closeOrder(state, log, { order, pair, status: 'cancelled' })
  }
}

function tradeSlice(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, slice }: Prepared & { readonly slice: MarginSlice },
): void {
  state.next.order++
  state.addOrder(order)
  log.touchOrder(order)
  placeHold(state, log, { order, pair, amount: holdFor(order, pair) })
  if (order.realm === 'paper') {
    const { fills = [], bid = 0, ask = 0 } = slice.paper ?? {}
    const decision = { fills, bid, ask, rests: false, queueAhead: 0 }
    return takePaperFills(state, log, { order, pair, decision })
  }
  enterBook(state, log, {
    pair,
    order,
    entry: {
      kind: 'place',
      orderId: order.id,
      account: NO_POSITION,
      party: bindParty(state, { userId: order.userId }),
      side: order.side === 'buy' ? BUY : SELL,
      ticks: order.ticks,
      lots: order.lots,
      budget: 0,
      timeInForce: 'ioc',
      prevention: order.prevention,
    },
  })
}

/** Repays what the account has of what it owes, the largest debt first, until the call level. */
function repayAvailable(state: ExchangeState, log: EffectLog, account: MarginAccount): void {
  for (const asset of debtsOf(state, account)) {
    const own = state.accounts.of(account.realm, marginOwner(account), asset)
    const free = available(own)
    let most = (free * 100n) / (100n + LIQUIDATION_FEE)
    if (most + liquidationFee(most) > free) most -= 1n
    const needed = atomsFor(state, { asset, value: lackingValue(state, account, asset) })
    const amount = smaller(smaller(most, owedOf(state, account, asset)), needed)
    if (amount > 0n) repayLoan(state, log, { account, asset, amount, kind: 'liquidation' })
  }
}

/** Assets of debts, those of the largest value first. */
export function debtsOf(state: MarginFunds, account: Readonly<MarginAccount>): string[] {
  const worth = (asset: string) => valueOf(state, { asset, atoms: owedOf(state, account, asset) })
  return [...account.loans.keys()].toSorted((a, b) => {
    const [left, right] = [worth(a), worth(b)]
    return left === right ? (a < b ? -1 : 1) : left > right ? -1 : 1
  })
}

/** What must be repaid, fee and all, out of an asset to come to the call level. */
export function lackingValue(
  state: MarginFunds,
  account: Readonly<MarginAccount>,
  asset: string,
): bigint {
  const { call } = levelsOf(account)
  const { assets, debts } = worthOf(state, account)
  const lacking = debts * BigInt(call) - assets * LEVEL_UNIT
  if (lacking <= 0n) return 0n
  const rate = rateIn(account, asset)
  const cost = (LEVEL_UNIT * (100n + LIQUIDATION_FEE) * rate) / 100n
  // The fee is rounded up: at most one atom more.
  const rounded = LEVEL_UNIT * rate * valueOf(state, { asset, atoms: 1n })
  return divideUp(lacking + rounded, WHOLE_RATE * BigInt(call) - cost)
}

/** The fewest atoms of a value. */
function atomsFor(
  state: MarginFunds,
  { asset, value }: { readonly asset: string; readonly value: bigint },
): bigint {
  const one = valueOf(state, { asset, atoms: 1n })
  return one === 0n ? 0n : divideUp(value, one)
}

/** Whether nothing is left that an order could sell. */
export const isSold = (state: MarginFunds, account: Readonly<MarginAccount>): boolean =>
  state.accounts
    .ownedBy(account.realm, marginOwner(account))
    .every(({ asset, balance }) => valueOf(state, { asset, atoms: balance }) < DUST)

interface Dust {
  readonly account: MarginAccount
  readonly dust: MarginLiquidateCommand['dust']
}

/** What dust and debts are worth: the part of the dust that pays for the debts follows from it. */
function worthOfDust(state: ExchangeState, { account, dust }: Dust): MarginWorth {
  const worth = worthOf(state, account)
  if (dust === undefined) return worth
  const assets = state.accounts
    .ownedBy(account.realm, marginOwner(account))
    .reduce((sum, { asset, balance }) => sum + valueOf(state, { asset, atoms: balance }), 0n)
  return { ...worth, assets: assets * WHOLE_RATE }
}

/** What is left owed is paid by the fund, then by the house account; dust goes to the fund. */
function writeOff(state: ExchangeState, log: EffectLog, { account, dust }: Dust): void {
  const { assets, debts } = worthOfDust(state, { account, dust })
  if (debts === 0n) return
  for (const each of state.accounts.ownedBy(account.realm, marginOwner(account))) {
    // Never more than is owed.
    const amount = assets > debts ? (available(each) * debts) / assets : available(each)
    const to = state.accounts.of(account.realm, MARGIN_FUND, each.asset)
    const id = state.next.loan ?? 1
    const entries = pay(log, 'liquidation', { from: each, to, amount })
    if (entries.length === 0) continue
    state.next.loan = id + 1
    log.addTransaction({
      realm: account.realm,
      kind: 'liquidation',
      scope: 'margin',
      key: String(id),
      entries,
    })
  }
  for (const asset of debtsOf(state, account)) coverShortage(state, log, { account, asset })
}

function pricesOf(
  { accounts, margin }: ExchangeState,
  account: MarginAccount,
): readonly (readonly [asset: string, price: string])[] {
  const assets = new Set([
    ...accounts.ownedBy(account.realm, marginOwner(account)).map(({ asset }) => asset),
    ...account.loans.keys(),
  ])
  return [...assets].toSorted().map((asset) => [asset, String(margin.prices.get(asset) ?? 0n)])
}
