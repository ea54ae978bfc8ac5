import { WHOLE_STATE, type SnapshotPart } from './snapshot.ts'
import type { AccountDump } from '../accounts/accounts.ts'
import type { Instrument } from '../instruments/Instrument.ts'
import type { BookDump } from '../matching/bookDump.ts'
import { dumpAlgos } from '../state/algoState.ts'
import { dumpCopy } from '../state/copyState.ts'
import { dumpDeposits } from '../state/deposits.ts'
import { dumpFutures } from '../state/futuresState.ts'
import { dumpP2p } from '../state/p2pState.ts'
import { dumpMargin } from '../state/marginState.ts'
import { dumpProducts } from '../state/productsState.ts'
import { dumpWithdrawals } from '../state/withdrawals.ts'
import type { KeyClock, KeyDump } from '../state/keys.ts'
import { createRules, FIRST_RULES, type Rules } from '../state/rules.ts'
import { assertKnownRules } from './knownRules.ts'
import {
  dumpOrder,
  emptyState,
  restoreDump,
  restoreRows,
  type DumpedOrder,
  type ExchangeState,
  type StateDump,
} from '../state/state.ts'

/** Rows in a part, so that it stays at some MiB. */
const ROWS = 10_000
const PAST_ROWS = 200_000

interface Head {
  readonly version: 2
  readonly next: ExchangeState['next']
  /** The ids of the instruments of then. */
  readonly pairs: readonly string[]
  /**
   * Absent in snapshots from before the keys had a clock of their own, and before the first
   * command.
   */
  readonly keyClock?: KeyClock
}

interface BookSlice {
  /** The id of the instrument. */
  readonly symbol: string
  readonly dump: BookDump
}

/** The state part by part, never as one text. Equal states of equal histories give equal parts. */
export function* dumpState(state: ExchangeState): Generator<SnapshotPart> {
  const keyClock = state.keys.clock()
  const head: Head = {
    version: 2,
    next: state.next,
    pairs: [...state.markets.keys()],
    ...(keyClock ? { keyClock } : {}),
  }
  yield jsonPart('head', [head])
  // A part of its own: a program from before there were versions refuses it as unknown.
  if (state.rules.version > FIRST_RULES) yield jsonPart('rules', [state.rules.version])
  for (const [id, { engine }] of state.markets) yield* bookParts(id, engine.dump())
  yield* rowParts('accounts', state.accounts.dump())
  yield* rowParts('orders', ordersOf(state))
  yield* rowParts('owners', state.parties)
  yield* rowParts('house', houseAccountOrdersOf(state))
  yield* rowParts('grants', state.grants)
  yield* rowParts('paper', state.paper)
  yield* rowParts('futures', dumpFutures(state.futures))
  yield* rowParts('withdrawals', dumpWithdrawals(state.withdrawals))
  yield* rowParts('deposits', dumpDeposits(state.deposits))
  yield* rowParts('products', dumpProducts(state.products))
  yield* rowParts('p2p', dumpP2p(state.p2p))
  yield* rowParts('copy', dumpCopy(state.copy))
  yield* rowParts('algos', dumpAlgos(state.algos))
  yield* rowParts('margin', dumpMargin(state.margin))
  for (const { count, bytes } of state.keys.dumpPast(PAST_ROWS))
    yield { kind: 'pastKeys', count, bytes }
  yield* rowParts('keys', state.keys.dump())
}

function* bookParts(id: string, { orders, ...rest }: BookDump): Generator<SnapshotPart> {
  for (let at = 0; at === 0 || at < orders.length; at += ROWS) {
    const slice: BookSlice = { symbol: id, dump: { ...rest, orders: orders.slice(at, at + ROWS) } }
    yield { ...jsonPart('book', [slice]), count: slice.dump.orders.length }
  }
}

function* ordersOf({ orders }: ExchangeState): Generator<DumpedOrder> {
  for (const order of orders.values()) yield dumpOrder(order)
}

function* houseAccountOrdersOf({
  houseAccountOrders,
}: ExchangeState): Generator<StateDump['house'][number]> {
  for (const [name, { orderId, instrumentId }] of houseAccountOrders)
    yield [name, orderId, instrumentId]
}

function* rowParts(kind: string, rows: Iterable<unknown>): Generator<SnapshotPart> {
  let slice: unknown[] = []
  for (const row of rows) {
    slice.push(row)
    if (slice.length < ROWS) continue
    yield jsonPart(kind, slice)
    slice = []
  }
  if (slice.length > 0) yield jsonPart(kind, slice)
}

const jsonPart = (kind: string, rows: readonly unknown[]): SnapshotPart => ({
  kind,
  count: rows.length,
  bytes: Buffer.from(JSON.stringify(rows)),
})
const rowsIn = <T>({ bytes }: SnapshotPart): readonly T[] =>
  JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly T[]

export interface LoadedState {
  readonly state: ExchangeState
  /** The ids of the instruments that the dump knew. */
  readonly pairs: readonly string[]
}

/** Takes the parts of a dump, books first as they come, and gives the state. */
export interface StateLoader {
  add(part: SnapshotPart): void
  finish(): LoadedState
}

export interface StateLoaderOptions {
  /** Gets the ids of the instruments of the dump before anything else of it is read. */
  readonly assertListed?: (ids: readonly string[]) => void
  /** Of the state; default: the first ones, with all known that `rules.ts` has. */
  readonly rules?: Rules
}

/**
 * @throws RangeError for a kind of part that this version does not know, JournalError RULES for
 * rules that it does not know
 */
export function createStateLoader(
  instruments: readonly Instrument[],
  { assertListed = () => {}, rules = createRules() }: StateLoaderOptions = {},
): StateLoader {
  const books = new Map<string, BookDump>()
  let head: Pick<Head, 'next' | 'pairs' | 'keyClock'> | undefined
  let state: ExchangeState | undefined

  /** The books are complete when the first part of another kind comes. */
  function opened(): ExchangeState {
    state ??= emptyState(instruments, (instrumentId) => books.get(instrumentId), rules)
    books.clear()
    return state
  }

  function addHead({ next, pairs, keyClock }: Omit<Head, 'version'>): void {
    assertListed(pairs)
    head = { next, pairs, ...(keyClock ? { keyClock } : {}) }
  }

  function addBook({ symbol, dump }: BookSlice): void {
    const before = books.get(symbol)
    books.set(symbol, before ? { ...before, orders: [...before.orders, ...dump.orders] } : dump)
  }

  function addWhole(part: SnapshotPart): void {
    const dump = JSON.parse(Buffer.from(part.bytes).toString('utf8')) as StateDump
    addHead({ next: dump.next, pairs: Object.keys(dump.books) })
    for (const [symbol, book] of Object.entries(dump.books)) books.set(symbol, book)
    restoreDump(opened(), dump)
  }

  return {
    add(part) {
      switch (part.kind) {
        case WHOLE_STATE:
          return addWhole(part)
        case 'head':
          return rowsIn<Head>(part).forEach(addHead)
        case 'rules':
          return rowsIn<number>(part).forEach((version) => loadRules(rules, version))
        case 'book':
          return rowsIn<BookSlice>(part).forEach(addBook)
        default:
          return loadPart(part, { opened })
      }
    },
    finish() {
      if (!head) throw new RangeError('A snapshot has no head.')
      const loaded = opened()
      Object.assign(loaded.next, head.next)
      if (head.keyClock) loaded.keys.loadClock(head.keyClock)
      return { state: loaded, pairs: head.pairs }
    },
  }
}

function loadRules(rules: Rules, version: number): void {
  assertKnownRules(rules, version, 'The snapshot')
  rules.version = version
}

/** Adds a part that is neither head nor book to the state. */
function loadPart(part: SnapshotPart, { opened }: { opened(): ExchangeState }): void {
  switch (part.kind) {
    case 'accounts':
      return opened().accounts.load(rowsIn<AccountDump[number]>(part))
    case 'keys':
      return opened().keys.load(rowsIn<KeyDump[number]>(part))
    case 'pastKeys':
      return opened().keys.loadPast(part.bytes)
    case 'grants':
      return rowsIn<string>(part).forEach((key) => opened().grants.add(key))
    case 'orders':
    case 'owners':
    case 'house':
    case 'paper':
    case 'futures':
    case 'withdrawals':
    case 'deposits':
    case 'products':
    case 'p2p':
    case 'copy':
    case 'algos':
    case 'margin':
      return restoreRows(opened(), { [part.kind]: rowsIn(part) })
    default:
      throw new RangeError(`A snapshot has a part of an unknown kind: ${part.kind}`)
  }
}
