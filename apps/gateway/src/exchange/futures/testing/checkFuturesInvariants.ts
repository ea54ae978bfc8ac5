import { mayGoNegative, parseOwner } from '../../accounts/owner.ts'
import type { Realm } from '../../accounts/accounts.ts'
import { HOUSE_ID, legOf } from '../../state/futuresState.ts'
import { openLots, waitsForTrigger } from '../../state/futuresOrder.ts'
import type { ExchangeState } from '../../state/state.ts'
import { equityOf, groupsOf, isDue, isFresh } from '../margin.ts'

export interface InvariantOptions {
  /** The ladder has not run since the last prices or trade: accounts may be due (futures F5). */
  readonly midTurn?: boolean
}

/**
 * What must hold of futures after every command, in both realms (futures 10); an empty list is a
 * sound state. F6 to F9, F11 and F12 compare two states, and are checked where both are at hand.
 */
export function checkFuturesInvariants(
  state: ExchangeState,
  { midTurn = false }: InvariantOptions = {},
): string[] {
  return [
    ...checkLots(state),
    ...checkBalances(state),
    ...checkEngine(state),
    ...(midTurn ? [] : checkEquity(state)),
  ]
}

/** F1 and F2: by realm and symbol, lots add up to zero, and clearing + Σ(C + S) as well. */
function checkLots(state: ExchangeState): string[] {
  const sums = new Map<string, { lots: number; funds: bigint }>()
  const sumOf = (realm: Realm, symbol: string) => {
    const key = `${realm} ${symbol}`
    const known = sums.get(key) ?? { lots: 0, funds: 0n }
    sums.set(key, known)
    return known
  }
  for (const { positions, realm } of state.futures.accounts.values())
    for (const { symbol, lots, cost, settled } of positions.values()) {
      const sum = sumOf(realm, symbol)
      sum.lots += lots
      sum.funds += cost + settled
    }
  for (const { owner, realm, balance } of state.accounts.all()) {
    const parsed = parseOwner(owner)
    if (parsed.kind === 'clearing') sumOf(realm, parsed.symbol).funds += balance
  }
  return [...sums].flatMap(([key, { lots, funds }]) => [
    ...(lots === 0 ? [] : [`F1: ${key} has ${lots} lots left over`]),
    ...(funds === 0n ? [] : [`F2: ${key} has ${funds} atoms left over`]),
  ])
}

/** F3 and F4: balances add up to zero; no user, fund or pool is below zero. */
function checkBalances(state: ExchangeState): string[] {
  const sums = new Map<string, bigint>()
  const faults: string[] = []
  for (const { realm, owner, asset, balance, held } of state.accounts.all()) {
    const key = `${realm} ${asset}`
    sums.set(key, (sums.get(key) ?? 0n) + balance)
    if (!mayGoNegative(owner) && balance - held < 0n)
      faults.push(`F4: ${realm} ${owner} ${asset} has ${balance - held}`)
  }
  for (const [key, sum] of sums) if (sum !== 0n) faults.push(`F3: ${key} adds up to ${sum}`)
  return faults
}

/** F5: no equity below zero, nobody due; on a stale index nobody may liquidate what is so. */
function checkEquity(state: ExchangeState): string[] {
  const faults: string[] = []
  for (const account of state.futures.accounts.values()) {
    if (account.userId === HOUSE_ID) continue
    for (const group of groupsOf(state, account).filter((each) => isFresh(state, each))) {
      const equity = equityOf(state, group)
      if (equity < 0n) faults.push(`F5: ${group.owner} has an equity of ${equity}`)
      if (isDue(state, group)) faults.push(`F5: ${group.owner} is due`)
    }
  }
  return faults
}

/** F13: the engine's positions are the exchange's, and reduce-only orders fit theirs. */
function checkEngine(state: ExchangeState): string[] {
  const faults: string[] = []
  for (const account of state.futures.accounts.values()) {
    const { realm, userId, positions, orders } = account
    for (const position of positions.values()) {
      const { symbol, side, lots } = position
      const number = userId === HOUSE_ID ? 0 : state.futures.legs.get(legOf({ userId, side }))
      const inEngine = state.markets.get(symbol)?.engine.position(number ?? -1)
      if (realm === 'live' && inEngine !== lots)
        faults.push(`F13: ${userId} ${symbol} ${side} is ${lots}, in the engine ${inEngine}`)
      if (side === 'long' ? lots < 0 : side === 'short' && lots > 0)
        faults.push(`F13: ${userId} ${symbol} ${side} is ${lots}`)
      if (lots === 0) faults.push(`F13: ${userId} ${symbol} ${side} has no lots`)
      for (const way of ['buy', 'sell'] as const) {
        const resting = [...orders].filter(
          (order) =>
            order.reduceOnly &&
            !waitsForTrigger(order) &&
            order.symbol === symbol &&
            order.positionSide === side &&
            order.side === way,
        )
        const sum = resting.reduce((total, order) => total + openLots(order), 0)
        const most = Math.max(0, way === 'sell' ? lots : -lots)
        if (sum > most) faults.push(`F13: ${userId} ${symbol} reduces ${sum} of ${most}`)
      }
    }
    for (const order of orders) {
      const slot = state.markets.get(order.symbol)?.engine.book.slotOf(order.id) ?? -1
      if (slot >= 0 !== (realm === 'live' && !waitsForTrigger(order)))
        faults.push(`F13: order ${order.id} is ${order.status}, its slot ${slot}`)
      const lots = state.markets.get(order.symbol)?.engine.book.orders.lotsAt(slot)
      if (slot >= 0 && lots !== openLots(order))
        faults.push(`F13: order ${order.id} has ${openLots(order)}, in the book ${lots}`)
    }
  }
  for (const [id, market] of state.markets) {
    if (market.product !== 'futures') continue
    const inEngine = new Map(market.engine.dump().positions)
    for (const [name, number] of state.futures.legs) {
      const [userId = '', side = 'net'] = name.split('#')
      const lots = state.futures.accounts.get(`live:${userId}`)?.positions.get(`${id} ${side}`)
      if ((inEngine.get(number) ?? 0) !== (lots?.lots ?? 0))
        faults.push(
          `F13: ${name} ${id} is ${lots?.lots ?? 0}, in the engine ${inEngine.get(number)}`,
        )
    }
  }
  return faults
}
