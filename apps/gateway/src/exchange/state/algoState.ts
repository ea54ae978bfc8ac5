import type { Realm } from '../accounts/accounts.ts'
import type { Side } from '../instruments/Instrument.ts'

/**
 * `iceberg`: one limit order after the other at one price; `twap`: orders that trade at once, at
 * equal intervals; `scaled`: limit orders between two prices.
 */
export type AlgoKind = 'iceberg' | 'twap' | 'scaled'
export type AlgoStatus = 'running' | 'completed' | 'stopped'

/** What an algo order is to do; prices in ticks, sizes in lots, times in milliseconds. */
export interface AlgoTerms {
  readonly symbol: string
  readonly side: Side
  readonly kind: AlgoKind
  readonly lots: number
  /** Orders that it places in all. */
  readonly parts: number
  /** Of an iceberg the size of each order but the last; otherwise 0: the parts are equal. */
  readonly visibleLots: number
  /** The limit; of `twap` the worst price, 0: none; of `scaled` that of the first order. */
  readonly ticks: number
  /** Of `scaled`: the price of the last order; otherwise 0. */
  readonly lastTicks: number
  /** Of `twap`: from one order to the next; otherwise 0. */
  readonly everyMs: number
}

/** An order that places orders of its own, one command each. It holds no funds itself. */
export interface Algo extends AlgoTerms {
  readonly id: number
  readonly realm: Realm
  readonly userId: string
  /** The main account of a sub-account, of the live realm. */
  readonly holder?: string
  readonly clientOid: string
  readonly digest: string
  readonly createdAt: number
  updatedAt: number
  status: AlgoStatus
  /** Why it was stopped: the code of a refusal, `user`, `cancelled` or `reset`; otherwise ''. */
  reason: string
  placed: number
  filledLots: number
  /** When the next order is due, milliseconds since the epoch. */
  nextAt: number
  /** Its open orders, with what was counted of each. */
  open: readonly (readonly [orderId: number, filledLots: number])[]
}

/** Algo orders. Empty until the first one; only `execute` changes it. */
export interface AlgosState {
  /** By id. */
  readonly running: Map<number, Algo>
  /** Open order -> its algo order. */
  readonly byOrder: Map<number, Algo>
  /** The latest that ended, by realm and user, the latest last. */
  readonly ended: Map<string, readonly Algo[]>
}

/** Algo orders of a user that are kept after their end. */
const KEPT = 20

export const createAlgosState = (): AlgosState => ({
  running: new Map(),
  byOrder: new Map(),
  ended: new Map(),
})

const traderKey = ({ realm, userId }: Pick<Algo, 'realm' | 'userId'>): string =>
  `${realm}:${userId}`

export function keepAlgo(state: AlgosState, algo: Algo): void {
  if (algo.status === 'running') {
    state.running.set(algo.id, algo)
    for (const [orderId] of algo.open) state.byOrder.set(orderId, algo)
    return
  }
  state.running.delete(algo.id)
  const key = traderKey(algo)
  state.ended.set(key, [...(state.ended.get(key) ?? []), algo].slice(-KEPT))
}

/** Those of a trader, the latest first. */
export const algosOf = (
  { running, ended }: Pick<AlgosView, 'running' | 'ended'>,
  trader: Pick<Algo, 'realm' | 'userId'>,
): readonly Readonly<Algo>[] =>
  [
    ...[...running.values()].filter(
      ({ realm, userId }) => realm === trader.realm && userId === trader.userId,
    ),
    ...(ended.get(traderKey(trader)) ?? []),
  ].toSorted((a, b) => b.id - a.id)

/** Algo orders for reading. */
export interface AlgosView {
  readonly running: ReadonlyMap<number, Readonly<Algo>>
  readonly ended: ReadonlyMap<string, readonly Readonly<Algo>[]>
}

/** Lots of an order of it, counted from 0. What does not divide goes to the first ones. */
export function partLots(
  { lots, parts, visibleLots }: Pick<Algo, 'lots' | 'parts' | 'visibleLots'>,
  part: number,
): number {
  if (visibleLots > 0) return Math.min(visibleLots, lots - part * visibleLots)
  return Math.floor(lots / parts) + (part < lots % parts ? 1 : 0)
}

/** The price of an order of it, counted from 0, in ticks; 0: at the market. */
export function partTicks(
  { kind, ticks, lastTicks, parts }: Pick<Algo, 'kind' | 'ticks' | 'lastTicks' | 'parts'>,
  part: number,
): number {
  if (kind !== 'scaled') return ticks
  return ticks + Math.round(((lastTicks - ticks) * part) / (parts - 1))
}

export function* dumpAlgos({ running, ended }: AlgosState): Generator<Algo> {
  for (const algos of ended.values()) yield* algos
  yield* running.values()
}

export function restoreAlgos(state: AlgosState, rows: readonly Algo[]): void {
  for (const row of rows) keepAlgo(state, { ...row })
}
