import type { Realm } from '../accounts/accounts.ts'
import { waitsForTrigger, type FuturesOrder } from './futuresOrder.ts'
import { isArmed, type SpotOrder } from './order.ts'

/** Whose legs are counted: of one instrument, or of all. */
export interface LegsOf {
  readonly realm: Realm
  readonly userId: string
  /** The id of the instrument. */
  readonly symbol?: string | undefined
}

/**
 * How many legs users' open orders have, of both products: each price that an order rests at or
 * waits for, and the exits that its fills will bring. Kept with each change: a limit is checked
 * before each order, of which an account may have many thousands open.
 */
export interface OpenLegs {
  /** An open order has so many now; 0: it has ended. */
  set(
    order: Pick<SpotOrder | FuturesOrder, 'id' | 'realm' | 'userId' | 'symbol'>,
    legs: number,
  ): void
  count(of: LegsOf): number
}

interface Counted {
  all: number
  readonly bySymbol: Map<string, number>
}

export function createOpenLegs(): OpenLegs {
  const byUser: Readonly<Record<Realm, Map<string, Counted>>> = {
    live: new Map(),
    paper: new Map(),
  }
  const byOrder = new Map<number, number>()

  return {
    set({ id, realm, userId, symbol }, legs) {
      const change = legs - (byOrder.get(id) ?? 0)
      if (change === 0) return
      if (legs === 0) byOrder.delete(id)
      else byOrder.set(id, legs)
      const users = byUser[realm]
      const own = users.get(userId) ?? { all: 0, bySymbol: new Map<string, number>() }
      users.set(userId, own)
      own.all += change
      const left = (own.bySymbol.get(symbol) ?? 0) + change
      if (left === 0) own.bySymbol.delete(symbol)
      else own.bySymbol.set(symbol, left)
      if (own.all === 0) users.delete(userId)
    },
    count({ realm, userId, symbol }) {
      const own = byUser[realm].get(userId)
      return (symbol === undefined ? own?.all : own?.bySymbol.get(symbol)) ?? 0
    },
  }
}

export function legsOf(order: SpotOrder): number {
  if (order.orderType === 'tp_sl') return isArmed(order) ? order.triggers.length : 1
  const isWaiting = isArmed(order) || order.phase !== undefined
  return ownLegs(order.orderType, isWaiting) + (order.exit === undefined ? exitLegs(order) : 0)
}

export const contractLegs = (order: FuturesOrder): number =>
  (waitsForTrigger(order) ? order.triggers.length : 1) + exitLegs(order)

/** Legs of an order without its exits. `isWaiting`: a trigger of it has yet to be reached. */
export const ownLegs = (orderType: SpotOrder['orderType'], isWaiting: boolean): number =>
  orderType === 'oco' && isWaiting ? 2 : 1

/** Exits that the fills of an order will bring. */
export const exitLegs = ({
  exits,
}: {
  readonly exits?: { readonly takeProfit?: unknown; readonly stopLoss?: unknown } | undefined
}): number => (exits?.takeProfit ? 1 : 0) + (exits?.stopLoss ? 1 : 0)
