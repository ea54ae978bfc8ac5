import { createAccounts, type AccountDump, type Accounts } from '../../ledger/accounts.ts'
import type { SymbolSpec } from '../../market/ports.ts'
import type { BookDump } from '../../matching/bookDump.ts'
import { createEngine, type Engine } from '../../matching/createEngine.ts'
import type { Realm } from '../../server/route.ts'
import { createTriggerBook, type TriggerBook } from '../../matching/createTriggerBook.ts'
import { createKeys, type KeyDump, type Keys } from './keys.ts'
import { isArmed, unitsOf, type Order, type SymbolUnits } from './order.ts'

export interface Pair {
  readonly spec: SymbolSpec
  readonly units: SymbolUnits
  /** The live book. */
  readonly engine: Engine
}

export interface PaperAccount {
  season: number
  /** Day of the latest top-up, counted from the epoch in UTC, and what it added so far. */
  day: number
  toppedUp: Record<string, string>
  /** Top-ups ever: names the next one in the ledger. */
  topUps: number
}

/** The whole trading state. Only `execute` changes it. */
export interface ExchangeState {
  readonly accounts: Accounts
  readonly pairs: ReadonlyMap<string, Pair>
  /** Open orders of users, both realms, by id. */
  readonly orders: Map<number, Order>
  readonly ordersOf: (realm: Realm, userId: string) => ReadonlySet<Order>
  /** What waits for a price in a pair; `undefined` before the first such order. */
  readonly triggers: (realm: Realm, symbol: string) => TriggerBook | undefined
  /** Brings the trigger book up to the order as it is now. */
  arm(order: Order): void
  addOrder(order: Order): void
  dropOrder(order: Order): void
  /** User -> the engine's owner number, from 1; the house is 0. */
  readonly owners: Map<string, number>
  /** House orders that rest: name -> order, and back. */
  readonly house: Map<string, { readonly orderId: number; readonly symbol: string }>
  readonly houseNames: Map<number, string>
  readonly keys: Keys
  /** Keys of grants, realm before them. Never forgotten: the ledger takes each once and for good. */
  readonly grants: Set<string>
  readonly paper: Map<string, PaperAccount>
  /** `transfer` is absent before the first one: dumps of journals from before there were any stay as they were. */
  readonly next: { order: number; trade: number; fill: number; transfer?: number }
}

export interface StateDump {
  readonly version: 1
  readonly next: ExchangeState['next']
  readonly accounts: AccountDump
  readonly books: Readonly<Record<string, BookDump>>
  readonly orders: readonly DumpedOrder[]
  readonly owners: readonly (readonly [userId: string, owner: number])[]
  readonly house: readonly (readonly [name: string, orderId: number, symbol: string])[]
  readonly keys: KeyDump
  /** Absent in dumps from before grants were kept apart. */
  readonly grants?: readonly string[]
  readonly paper: readonly (readonly [userId: string, account: PaperAccount])[]
}

type DumpedOrder = Omit<Order, 'filledTickLots' | 'fee' | 'held'> & { readonly filledTickLots: string; readonly fee: string; readonly held: string }

const noOrders: ReadonlySet<Order> = new Set()
/** How grants stood among the keys of orders before they had a set of their own. */
const FORMER_GRANT = 'grant:'

export function createState(specs: readonly SymbolSpec[], from?: StateDump): ExchangeState {
  const orders = new Map<number, Order>()
  const byUser = new Map<string, Set<Order>>()
  const waiting = new Map<string, TriggerBook>()
  const state: ExchangeState = {
    accounts: createAccounts(from?.accounts),
    pairs: new Map(specs.map((spec) => [spec.symbol, { spec, units: unitsOf(spec), engine: createEngine(from?.books[spec.symbol]) }])),
    orders,
    ordersOf: (realm, userId) => byUser.get(`${realm}:${userId}`) ?? noOrders,
    triggers: (realm, symbol) => waiting.get(`${realm}:${symbol}`),
    arm(order) {
      const key = `${order.realm}:${order.symbol}`
      const book = waiting.get(key)
      if (!isArmed(order)) return book?.drop(order.id)
      const made = book ?? createTriggerBook()
      waiting.set(key, made)
      made.put(order.id, order.triggers!)
    },
    addOrder(order) {
      orders.set(order.id, order)
      state.arm(order)
      const key = `${order.realm}:${order.userId}`
      byUser.set(key, (byUser.get(key) ?? new Set()).add(order))
    },
    dropOrder(order) {
      orders.delete(order.id)
      waiting.get(`${order.realm}:${order.symbol}`)?.drop(order.id)
      const key = `${order.realm}:${order.userId}`
      const own = byUser.get(key)
      if (own?.delete(order) && own.size === 0) byUser.delete(key)
    },
    owners: new Map(from?.owners),
    house: new Map(from?.house.map(([name, orderId, symbol]) => [name, { orderId, symbol }])),
    houseNames: new Map(from?.house.map(([name, orderId]) => [orderId, name])),
    keys: createKeys(from?.keys.filter(([key]) => !key.startsWith(FORMER_GRANT))),
    grants: new Set(from && (from.grants ?? formerGrants(from.keys))),
    paper: new Map(from?.paper),
    next: from ? { ...from.next } : { order: 1, trade: 1, fill: 1 },
  }
  for (const order of from?.orders ?? []) state.addOrder(restored(order))
  return state
}

/** The state as plain JSON. Equal states of equal histories give equal text, whatever pairs have been listed since: `pairs` names those of then (decision 253). */
export function dumpState(state: ExchangeState, { pairs = [...state.pairs.keys()] }: { readonly pairs?: readonly string[] | undefined } = {}): string {
  const dump: StateDump = {
    version: 1,
    next: state.next,
    accounts: state.accounts.dump(),
    books: Object.fromEntries(pairs.map((symbol) => [symbol, state.pairs.get(symbol)!.engine.dump()])),
    orders: [...state.orders.values()].map((order) => ({ ...order, filledTickLots: String(order.filledTickLots), fee: String(order.fee), held: String(order.held) })),
    owners: [...state.owners],
    house: [...state.house].map(([name, { orderId, symbol }]) => [name, orderId, symbol] as const),
    keys: state.keys.dump(),
    grants: [...state.grants],
    paper: [...state.paper],
  }
  return JSON.stringify(dump)
}

function formerGrants(keys: KeyDump): string[] {
  return keys.flatMap(([key]) => (key.startsWith(FORMER_GRANT) ? [key.slice(FORMER_GRANT.length)] : []))
}

function restored(order: DumpedOrder): Order {
  return { ...order, filledTickLots: BigInt(order.filledTickLots), fee: BigInt(order.fee), held: BigInt(order.held) }
}
