import type { Clock } from '@x/kit'
import { tooManyAttempts } from '../../platform/http/envelope.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { CountedContractTerms, CountedTerms, OrderGuard } from './ports/OrderGuard.ts'
import { NEVER_TAKEN } from './ports/TradingService.ts'
import { createTokenBuckets } from '../../platform/http/createTokenBuckets.ts'
import { isArmed, WAITING_TYPES, type SpotOrder } from '../../exchange/state/order.ts'
import type { ExchangeView, FuturesView } from '../../exchange/state/ExchangeView.ts'
import { waitsForTrigger, type FuturesOrder } from '../../exchange/state/futuresOrder.ts'
import { futuresAccountKey } from '../../exchange/state/futuresState.ts'
import { limitsOf, type OrderLimits } from './orderLimits.ts'

export interface OrderGuardOptions {
  readonly state: Pick<ExchangeView, 'ordersOf'> & {
    readonly futures: Pick<FuturesView, 'accounts'>
  }
  readonly limits: OrderLimits
  readonly clock: Pick<Clock, 'monotonic'>
  /** Sub-accounts with open orders at the start, and their main accounts. */
  readonly subAccounts?: Iterable<readonly [userId: string, holder: string]>
}

type Scope = 'pair' | 'account' | 'holder'
const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  pair: 'in this pair',
  account: 'in this account',
  holder: 'in the main account and its sub-accounts together',
}

/** What one order keeps busy at most: two prices, and two exits. */
const MOST_LEGS = 4

export function createOrderGuard({
  state,
  limits,
  clock,
  subAccounts = [],
}: OrderGuardOptions): OrderGuard {
  const buckets = createTokenBuckets({ clock })
  const accounts = new Map<string, Set<string>>()
  for (const [userId, holder] of subAccounts) learn(userId, holder)

  function learn(userId: string, holder: string): void {
    const own = accounts.get(holder) ?? new Set([holder])
    accounts.set(holder, own.add(userId))
  }

  function take({ realm, userId }: RequestSession, of: 'orders' | 'cancels'): void {
    const waitMs = buckets.take(`${of}:${realm}:${userId}`, limitsOf(limits, userId)[of])
    if (waitMs > 0) throw tooManyOrders(waitMs)
  }

  /** What may have been taken before: the refusal does not say that it was not. */
  function takeUnjudged({ realm, userId }: RequestSession, of: 'repeats' | 'transfers'): void {
    const waitMs = buckets.take(`${of}:${realm}:${userId}`, limitsOf(limits, userId).orders)
    if (waitMs > 0)
      throw tooManyAttempts(
        waitMs,
        'Too many requests in a short time, please try again in a moment',
      )
  }

  const countOf = (realm: Realm, userId: string, symbol?: string) =>
    countLegs(state, { realm, userId, symbol })
  const mostOf = (realm: Realm, userId: string) => MOST_LEGS * countOrders(state, realm, userId)

  function assertCapacity(
    { realm, userId, holder = userId }: RequestSession,
    { symbol, added }: { readonly symbol: string; readonly added: number },
  ): void {
    if (holder !== userId) learn(userId, holder)
    // What never rests must always be possible: it is how a trader gets out.
    if (added === 0) return
    const own = limitsOf(limits, userId)
    // Where even the largest orders would be within the limits, their legs need not be counted.
    const most = mostOf(realm, userId) + added
    if (most > own.openPerPair)
      assertBelow('pair', own.openPerPair, countOf(realm, userId, symbol) + added)
    if (most > own.openInAll) assertBelow('account', own.openInAll, countOf(realm, userId) + added)
    const family = accounts.get(holder)
    if (!family) return
    const sumOver = (legsOf: (id: string) => number) =>
      [...family].reduce((sum, id) => sum + legsOf(id), added)
    if (sumOver((id) => mostOf(realm, id)) > limits.openPerHolder)
      assertBelow(
        'holder',
        limits.openPerHolder,
        sumOver((id) => countOf(realm, id)),
      )
  }

  return {
    takeOrder: (session) => take(session, 'orders'),
    takeCancel: (session) => take(session, 'cancels'),
    takeRepeat: (session) => takeUnjudged(session, 'repeats'),
    takeTransfer: (session) => takeUnjudged(session, 'transfers'),
    assertOpen: (session, terms) =>
      assertCapacity(session, { symbol: terms.symbol, added: legsOfTerms(terms) }),
    assertOpenContract: (session, terms) =>
      assertCapacity(session, { symbol: terms.symbol, added: contractLegsOfTerms(terms) }),
  }
}

/** The legs of a user's open orders, of one instrument or of all. */
function countLegs(
  state: OrderGuardOptions['state'],
  {
    realm,
    userId,
    symbol,
  }: { readonly realm: Realm; readonly userId: string; readonly symbol: string | undefined },
): number {
  let count = 0
  for (const order of state.ordersOf(realm, userId))
    if (symbol === undefined || order.symbol === symbol) count += legsOf(order)
  for (const order of state.futures.accounts.get(futuresAccountKey(realm, userId))?.orders ?? [])
    if (symbol === undefined || order.symbol === symbol) count += contractLegs(order)
  return count
}

/** A user's open orders of both products, of any number of legs. */
const countOrders = (state: OrderGuardOptions['state'], realm: Realm, userId: string): number =>
  state.ordersOf(realm, userId).size +
  (state.futures.accounts.get(futuresAccountKey(realm, userId))?.orders.size ?? 0)

function assertBelow(scope: Scope, most: number, count: number): void {
  if (count <= most) return
  throw new GatewayError('42902', `At most ${most} orders may be open ${SCOPE_TEXTS[scope]}`, {
    data: { scope, limit: most, ...NEVER_TAKEN },
  })
}

function tooManyOrders(waitMs: number): GatewayError {
  return tooManyAttempts(
    waitMs,
    'Too many orders in a short time, please try again in a moment',
    NEVER_TAKEN,
  )
}

/**
 * What an order keeps busy: each price that it rests at or waits for, and the exits that its fills
 * will bring.
 */
function legsOf(order: SpotOrder): number {
  if (order.orderType === 'tp_sl') return isArmed(order) ? order.triggers.length : 1
  const isWaiting = isArmed(order) || order.phase !== undefined
  return ownLegs(order.orderType, isWaiting) + (order.exit === undefined ? exitLegs(order) : 0)
}

function legsOfTerms(terms: CountedTerms): number {
  const { orderType, timeInForce } = terms
  const mayStay =
    WAITING_TYPES.includes(orderType) || timeInForce === 'gtc' || timeInForce === 'post_only'
  const second = terms.pending ? ownLegs(terms.pending.orderType, true) : 0
  return (mayStay ? ownLegs(orderType, true) + second : 0) + exitLegs(terms)
}

const ownLegs = (orderType: SpotOrder['orderType'], isWaiting: boolean): number =>
  orderType === 'oco' && isWaiting ? 2 : 1
const exitLegs = ({
  exits,
}: {
  readonly exits?: { readonly takeProfit?: unknown; readonly stopLoss?: unknown } | undefined
}): number => (exits?.takeProfit ? 1 : 0) + (exits?.stopLoss ? 1 : 0)

const contractLegs = (order: FuturesOrder): number =>
  (waitsForTrigger(order) ? order.triggers.length : 1) + exitLegs(order)

function contractLegsOfTerms({ timeInForce, triggers, exits }: CountedContractTerms): number {
  const mayStay = timeInForce === 'gtc' || timeInForce === 'post_only'
  return (triggers?.length ?? (mayStay ? 1 : 0)) + exitLegs({ exits })
}
