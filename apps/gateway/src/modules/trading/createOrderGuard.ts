import type { Clock } from '@x/kit'
import { tooManyAttempts } from '../../platform/http/envelope.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { CountedContractTerms, CountedTerms, OrderGuard } from './ports/OrderGuard.ts'
import { NEVER_TAKEN } from './ports/TradingService.ts'
import { createTokenBuckets } from '../../platform/http/createTokenBuckets.ts'
import { WAITING_TYPES } from '../../exchange/state/order.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import { exitLegs, ownLegs } from '../../exchange/state/openLegs.ts'
import { limitsOf, type OrderLimits } from './orderLimits.ts'

export interface OrderGuardOptions {
  readonly state: Pick<ExchangeView, 'openLegs'>
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

  function assertCapacity(
    { realm, userId, holder = userId }: RequestSession,
    { symbol, added }: { readonly symbol: string; readonly added: number },
  ): void {
    if (holder !== userId) learn(userId, holder)
    // What never rests must always be possible: it is how a trader gets out.
    if (added === 0) return
    const own = limitsOf(limits, userId)
    const { openLegs } = state
    assertBelow('pair', own.openPerPair, openLegs.count({ realm, userId, symbol }) + added)
    assertBelow('account', own.openInAll, openLegs.count({ realm, userId }) + added)
    const family = accounts.get(holder)
    if (!family) return
    const count = [...family].reduce(
      (sum, id) => sum + openLegs.count({ realm, userId: id }),
      added,
    )
    assertBelow('holder', limits.openPerHolder, count)
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

function legsOfTerms(terms: CountedTerms): number {
  const { orderType, timeInForce } = terms
  const mayStay =
    WAITING_TYPES.includes(orderType) || timeInForce === 'gtc' || timeInForce === 'post_only'
  const second = terms.pending ? ownLegs(terms.pending.orderType, true) : 0
  return (mayStay ? ownLegs(orderType, true) + second : 0) + exitLegs(terms)
}

function contractLegsOfTerms({ timeInForce, triggers, exits }: CountedContractTerms): number {
  const mayStay = timeInForce === 'gtc' || timeInForce === 'post_only'
  return (triggers?.length ?? (mayStay ? 1 : 0)) + exitLegs({ exits })
}
