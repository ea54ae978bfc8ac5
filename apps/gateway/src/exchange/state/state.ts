import {
  createAccounts,
  type AccountDump,
  type Accounts,
  type Realm,
} from '../accounts/accounts.ts'
import {
  engineOptionsOf,
  type FuturesInstrument,
  type Instrument,
  type SpotInstrument,
} from '../instruments/Instrument.ts'
import type { BookDump } from '../matching/bookDump.ts'
import { createEngine, type Engine } from '../matching/createEngine.ts'
import { createTriggerBook, type TriggerBook } from '../matching/createTriggerBook.ts'
import { contractTerms, type ContractTerms } from '../instruments/contractTerms.ts'
import {
  createFuturesState,
  restoreFutures,
  type FuturesRow,
  type FuturesState,
} from './futuresState.ts'
import { createAlgosState, restoreAlgos, type Algo, type AlgosState } from './algoState.ts'
import {
  createDepositsState,
  restoreDeposits,
  type DepositRow,
  type DepositsState,
} from './deposits.ts'
import { createCopyState, restoreCopy, type CopyRow, type CopyState } from './copyState.ts'
import {
  createMarginState,
  restoreMargin,
  type MarginRow,
  type MarginState,
} from './marginState.ts'
import { createKeys, type KeyDump, type Keys } from './keys.ts'
import {
  instrumentIdOf,
  isArmed,
  ownerOf,
  spentAsset,
  unitsOf,
  type Order,
  type SpotOrder,
  type SymbolUnits,
} from './order.ts'
import { createOpenLegs, legsOf, type OpenLegs } from './openLegs.ts'
import { createOrderLines, type OrderLines } from './orderLines.ts'
import { createP2pState, restoreP2p, type P2pRow, type P2pState } from './p2pState.ts'
import {
  createProductsState,
  restoreProducts,
  type ProductRow,
  type ProductsState,
} from './productsState.ts'
import { createRules, type Rules } from './rules.ts'
import {
  createWithdrawalsState,
  restoreWithdrawals,
  type WithdrawalRow,
  type WithdrawalsState,
} from './withdrawals.ts'

/** An instrument and its live book. */
export type Market = Pair | ContractMarket

export interface Pair {
  readonly product: 'spot'
  readonly instrument: SpotInstrument
  readonly units: SymbolUnits
  readonly engine: Engine
}

export interface ContractMarket {
  readonly product: 'futures'
  readonly instrument: FuturesInstrument
  readonly terms: ContractTerms
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

/** An order of the house account that rests. */
export interface HouseAccountOrder {
  readonly orderId: number
  readonly instrumentId: string
}

/** Names a key among all that orders, transfers and top-ups have. */
export const orderKey = ({
  realm,
  userId,
  clientOid,
}: {
  readonly realm: Realm
  readonly userId: string
  readonly clientOid: string
}): string => `${realm}:${userId}:${clientOid}`

/** The whole trading state. Only `execute` changes it. */
export interface ExchangeState {
  readonly accounts: Accounts
  /** By the id of their instrument. */
  readonly markets: ReadonlyMap<string, Market>
  /** Open orders of users, both realms, by id. */
  readonly orders: Map<number, Order>
  readonly ordersOf: (realm: Realm, userId: string) => ReadonlySet<Order>
  /** The open order that was placed under a key (`orderKey`), however long ago. */
  readonly openOrder: (key: string) => Order | undefined
  /** What waits for a price of an instrument; `undefined` before the first such order. */
  readonly triggers: (realm: Realm, instrumentId: string) => TriggerBook | undefined
  /** Legs of open orders, of contracts too. */
  readonly openLegs: OpenLegs
  readonly orderLines: OrderLines
  /** Brings the trigger book and the number of legs up to the order as it is now. */
  arm(order: Order): void
  addOrder(order: Order): void
  dropOrder(order: Order): void
  /**
   * User -> the engine's party number, from 1, which a main account and its sub-accounts share; the
   * house account is 0.
   */
  readonly parties: Map<string, number>
  /** House account orders that rest: name -> order, and back. */
  readonly houseAccountOrders: Map<string, HouseAccountOrder>
  readonly houseAccountOrderNames: Map<number, string>
  readonly keys: Keys
  /**
   * Keys of grants, realm before them. Never forgotten: the ledger takes each once and for good.
   */
  readonly grants: Set<string>
  readonly rules: Rules
  readonly paper: Map<string, PaperAccount>
  /**
   * `transfer` is absent before the first one: dumps of journals from before there were any stay as
   * they were.
   */
  readonly next: {
    order: number
    /** Absent before the first algo order. */
    algo?: number
    trade: number
    fill: number
    transfer?: number
    /** Names transactions of futures that have no number of their own; absent before the first. */
    posting?: number
    /** Absent before the first liquidation. */
    liquidation?: number
    /** Absent before the first position. */
    position?: number
    /** Absent before the first withdrawal. */
    withdrawal?: number
    /** Names payments of claims; absent before the first. */
    claim?: number
    /** Red packets, earn positions and what these paid back; each absent before its first. */
    packet?: number
    earn?: number
    earnPosting?: number
    /** P2P adverts and orders; each absent before its first. */
    p2pAdvert?: number
    p2pOrder?: number
    /** Conversions, payments to users and swaps; each absent before its first. */
    convert?: number
    send?: number
    swap?: number
    /** Of copy trading, each absent before its first. */
    lead?: number
    follow?: number
    copyOrder?: number
    copyShare?: number
    copyPosting?: number
    /** Lines of loans, and steps of margin liquidations; each absent before its first. */
    loan?: number
    marginStep?: number
  }
  readonly futures: FuturesState
  readonly withdrawals: WithdrawalsState
  readonly deposits: DepositsState
  readonly products: ProductsState
  readonly p2p: P2pState
  readonly algos: AlgosState
  readonly copy: CopyState
  readonly margin: MarginState
}

/**
 * A whole state as plain data: what snapshots of before there were parts hold, and what a state can
 * be made from.
 */
export interface StateDump {
  readonly version: 1
  readonly next: ExchangeState['next']
  readonly accounts: AccountDump
  /** By the id of their instrument. */
  readonly books: Readonly<Record<string, BookDump>>
  readonly orders: readonly DumpedOrder[]
  /** Party numbers. */
  readonly owners: readonly (readonly [userId: string, party: number])[]
  readonly house: readonly (readonly [name: string, orderId: number, instrumentId: string])[]
  readonly keys: KeyDump
  /** Absent in dumps from before grants were kept apart. */
  readonly grants?: readonly string[]
  readonly paper: readonly (readonly [userId: string, account: PaperAccount])[]
  /** Absent before the first futures command. */
  readonly futures?: readonly FuturesRow[]
  /** Absent before the first withdrawal. */
  readonly withdrawals?: readonly WithdrawalRow[]
  /** Absent before the first deposit. */
  readonly deposits?: readonly DepositRow[]
  /** Absent before the first command of earn or red packets. */
  readonly products?: readonly ProductRow[]
  /** Absent before the first P2P command. */
  readonly p2p?: readonly P2pRow[]
  /** Absent before the first command of copy trading. */
  readonly copy?: readonly CopyRow[]
  /** Absent before the first algo order. */
  readonly algos?: readonly Algo[]
  /** Absent before the first margin command. */
  readonly margin?: readonly MarginRow[]
}

/** A spot order without its product, which all orders had before there were others. */
export type DumpedOrder = Omit<
  SpotOrder,
  'product' | 'filledTickLots' | 'fee' | 'held' | 'line'
> & {
  readonly filledTickLots: string
  readonly fee: string
  readonly held: string
  readonly line?: string
}

export function dumpOrder(order: SpotOrder): DumpedOrder {
  const { product: _, line, ...fields } = order
  return {
    ...fields,
    filledTickLots: String(order.filledTickLots),
    fee: String(order.fee),
    held: String(order.held),
    ...(line === undefined ? {} : { line: String(line) }),
  }
}

const noOrders: ReadonlySet<Order> = new Set()
type ByRealm<T> = Readonly<Record<Realm, Map<string, T>>>

/** An empty state, or the one of a dump. */
export function createState(
  instruments: readonly Instrument[],
  from?: StateDump,
  rules?: Rules,
): ExchangeState {
  const state = emptyState(instruments, (instrumentId) => from?.books[instrumentId], rules)
  if (from) restoreDump(state, from)
  return state
}

/** A state with its books and nothing else. */
export function emptyState(
  instruments: readonly Instrument[],
  bookOf: (instrumentId: string) => BookDump | undefined,
  rules: Rules = createRules(),
): ExchangeState {
  const orders = new Map<number, Order>()
  const byUser: ByRealm<Set<Order>> = { live: new Map(), paper: new Map() }
  const waiting: ByRealm<TriggerBook> = { live: new Map(), paper: new Map() }
  const openLegs = createOpenLegs()
  const state: ExchangeState = {
    accounts: createAccounts(),
    markets: new Map(
      instruments.map((instrument) => [
        instrument.id,
        openMarket(instrument, bookOf(instrument.id)),
      ]),
    ),
    orders,
    ordersOf: (realm, userId) => byUser[realm].get(userId) ?? noOrders,
    openOrder(key) {
      const orderId = state.keys.orderOf(key)
      const order = orderId === undefined ? undefined : orders.get(orderId)
      return order && orderKey(order) === key ? order : undefined
    },
    triggers: (realm, instrumentId) => waiting[realm].get(instrumentId),
    openLegs,
    orderLines: createOrderLines(),
    arm(order) {
      openLegs.set(order, legsOf(order))
      const books = waiting[order.realm]
      const instrumentId = instrumentIdOf(order)
      const book = books.get(instrumentId)
      if (!isArmed(order)) return book?.drop(order.id)
      const made = book ?? createTriggerBook()
      if (!book) books.set(instrumentId, made)
      made.put(order.id, order.triggers)
    },
    addOrder(order) {
      orders.set(order.id, order)
      state.arm(order)
      const users = byUser[order.realm]
      const own = users.get(order.userId)
      if (own) own.add(order)
      else users.set(order.userId, new Set([order]))
    },
    dropOrder(order) {
      orders.delete(order.id)
      openLegs.set(order, 0)
      waiting[order.realm].get(instrumentIdOf(order))?.drop(order.id)
      const users = byUser[order.realm]
      const own = users.get(order.userId)
      if (own?.delete(order) && own.size === 0) users.delete(order.userId)
    },
    parties: new Map(),
    houseAccountOrders: new Map(),
    houseAccountOrderNames: new Map(),
    keys: createKeys(),
    grants: new Set(),
    rules,
    paper: new Map(),
    next: { order: 1, trade: 1, fill: 1 },
    futures: createFuturesState(openLegs),
    withdrawals: createWithdrawalsState(),
    deposits: createDepositsState(),
    products: createProductsState(),
    p2p: createP2pState(),
    copy: createCopyState(),
    algos: createAlgosState(),
    margin: createMarginState(),
  }
  return state
}

function openMarket(instrument: Instrument, book: BookDump | undefined): Market {
  const engine = createEngine(book, engineOptionsOf(instrument))
  return instrument.product === 'spot'
    ? { product: 'spot', instrument, units: unitsOf(instrument), engine }
    : { product: 'futures', instrument, terms: contractTerms(instrument), engine }
}

/** A listed pair. @throws RangeError for a symbol that is no pair */
export function pairOf<M extends Pick<Market, 'product'>>(
  state: { readonly markets: ReadonlyMap<string, M> },
  symbol: string,
): Extract<M, { readonly product: 'spot' }> {
  const market = state.markets.get(symbol)
  if (market?.product !== 'spot') throw new RangeError(`The symbol ${symbol} is not listed.`)
  return market as Extract<M, { readonly product: 'spot' }>
}

/** A listed contract. @throws RangeError for an id that is no contract's */
export function contractOf<M extends Pick<Market, 'product'>>(
  state: { readonly markets: ReadonlyMap<string, M> },
  id: string,
): Extract<M, { readonly product: 'futures' }> {
  const market = state.markets.get(id)
  if (market?.product !== 'futures') throw new RangeError(`The contract ${id} is not listed.`)
  return market as Extract<M, { readonly product: 'futures' }>
}

/** @throws RangeError for a user without a paper account */
export function paperAccountOf<Account>(
  state: { readonly paper: ReadonlyMap<string, Account> },
  userId: string,
): Account {
  const account = state.paper.get(userId)
  if (!account) throw new RangeError(`User ${userId} has no paper account.`)
  return account
}

/** An open order. @throws RangeError for an order that is not open */
export function openOrderOf<Open>(
  state: { readonly orders: ReadonlyMap<number, Open> },
  orderId: number,
): Open {
  const order = state.orders.get(orderId)
  if (!order) throw new RangeError(`Order ${orderId} is not open.`)
  return order
}

/** Puts everything but the books into an empty state. */
export function restoreDump(state: ExchangeState, from: StateDump): void {
  Object.assign(state.next, from.next)
  state.accounts.load(from.accounts)
  restoreRows(state, from)
  state.keys.loadFormer(from.keys.filter(([key]) => !key.startsWith(FORMER_GRANT)))
  for (const key of from.grants ?? formerGrants(from.keys)) state.grants.add(key)
}

export function restoreRows(
  state: ExchangeState,
  {
    orders = [],
    owners = [],
    house = [],
    paper = [],
    futures = [],
    withdrawals = [],
    deposits = [],
    products = [],
    p2p = [],
    copy = [],
    algos = [],
    margin = [],
  }: Partial<
    Pick<
      StateDump,
      | 'orders'
      | 'owners'
      | 'house'
      | 'paper'
      | 'futures'
      | 'withdrawals'
      | 'deposits'
      | 'products'
      | 'p2p'
      | 'copy'
      | 'algos'
      | 'margin'
    >
  >,
): void {
  for (const order of orders) restoreOrder(state, order)
  for (const [userId, party] of owners) state.parties.set(userId, party)
  for (const [userId, account] of paper) state.paper.set(userId, account)
  for (const [name, orderId, instrumentId] of house) {
    state.houseAccountOrders.set(name, { orderId, instrumentId })
    state.houseAccountOrderNames.set(orderId, name)
  }
  restoreFutures(state.futures, futures)
  restoreWithdrawals(state.withdrawals, withdrawals)
  restoreDeposits(state.deposits, deposits)
  restoreProducts(state.products, products)
  restoreP2p(state.p2p, p2p)
  restoreCopy(state.copy, copy)
  restoreAlgos(state.algos, algos)
  restoreMargin(state.margin, margin)
}

function restoreOrder(state: ExchangeState, { line, ...dumped }: DumpedOrder): void {
  const order: Order = {
    product: 'spot',
    ...dumped,
    filledTickLots: BigInt(dumped.filledTickLots),
    fee: BigInt(dumped.fee),
    held: BigInt(dumped.held),
    ...(line === undefined ? {} : { line: BigInt(line) }),
  }
  state.addOrder(order)
  if (line === undefined) return
  const asset = spentAsset(order, pairOf(state, order.symbol).instrument)
  const { realm } = order
  state.orderLines.add({ realm, owner: ownerOf(order), asset, amount: BigInt(line) })
}

/** How grants stood among the keys of orders before they had a set of their own. */
const FORMER_GRANT = 'grant:'

function formerGrants(keys: KeyDump): string[] {
  return keys.flatMap(([key]) =>
    key.startsWith(FORMER_GRANT) ? [key.slice(FORMER_GRANT.length)] : [],
  )
}
