import type { AlgoCommand, AlgoOpenCommand } from '../state/algoCommand.ts'
import { type Algo, keepAlgo } from '../state/algoState.ts'
import { type EffectLog, refuse, type Refusal } from '../state/effects.ts'
import { isOpen, type Order } from '../state/order.ts'
import { type ExchangeState, orderKey } from '../state/state.ts'

/** Algo orders of a trader that may run at a time (docs/adr/limits.md). */
export const MOST_ALGOS = 20

type Done = { readonly refused: Refusal } | undefined
type Cancel = (order: Order) => void

/** Names a key among those of algo orders, which are not those of orders. */
export const algoKey = (command: Parameters<typeof orderKey>[0]): string =>
  `algo:${orderKey(command)}`

/** Begins or ends an algo order. Its orders are placed by commands of their own. */
export function executeAlgo(
  state: ExchangeState,
  log: EffectLog,
  {
    command,
    isJournalled,
    cancel,
  }: {
    readonly command: AlgoCommand
    readonly isJournalled: boolean
    readonly cancel: Cancel
  },
): Done {
  if (command.kind === 'algoOpen') return openAlgo(state, log, { command, isJournalled })
  const algo = state.algos.running.get(command.algoId)
  if (!algo) return refuse('no-algo')
  endAlgo(state, log, { algo, status: 'stopped', reason: command.reason, cancel })
  return undefined
}

function openAlgo(
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: { readonly command: AlgoOpenCommand; readonly isJournalled: boolean },
): Done {
  const { at, kind: _, algo: kind, digest, ...terms } = command
  const key = algoKey(command)
  if (!isJournalled && state.keys.has(key)) return refuse('key-used')
  const own = [...state.algos.running.values()].filter(
    ({ realm, userId }) => realm === terms.realm && userId === terms.userId,
  )
  if (!isJournalled && own.length >= MOST_ALGOS) return refuse('algo-limit')
  const id = state.next.algo ?? 1
  state.next.algo = id + 1
  const algo: Algo = {
    ...terms,
    digest,
    id,
    kind,
    createdAt: at,
    updatedAt: at,
    status: 'running',
    reason: '',
    placed: 0,
    filledLots: 0,
    nextAt: at,
    open: [],
  }
  keepAlgo(state.algos, algo)
  log.touchAlgo(algo)
  state.keys.add(key, { digest, answer: null, at })
  log.addKey({ key, digest, answer: null })
  return undefined
}

/** Whether an algo order may place its next order now; its sender is late or early otherwise. */
export function mayPlace(state: ExchangeState, algoId: number): boolean {
  const algo = state.algos.running.get(algoId)
  if (!algo || algo.placed >= algo.parts) return false
  return algo.kind !== 'iceberg' || algo.open.length === 0
}

/** Counts an order that an algo order has placed. */
export function linkOrder(
  state: ExchangeState,
  log: EffectLog,
  { algoId, orderId }: { readonly algoId: number; readonly orderId: number },
): void {
  const algo = state.algos.running.get(algoId)
  if (!algo) return
  algo.placed++
  algo.nextAt = algo.createdAt + algo.placed * algo.everyMs
  algo.updatedAt = log.at
  algo.open = [...algo.open, [orderId, 0]]
  state.algos.byOrder.set(orderId, algo)
  log.touchAlgo(algo)
}

/**
 * At the end of each command: counts what orders of algo orders have traded, and ends those that
 * are through, or whose resting order was taken back.
 */
export function countAlgoFills(state: ExchangeState, log: EffectLog, cancel: Cancel): void {
  const { byOrder } = state.algos
  if (byOrder.size === 0) return
  for (const order of log.touchedOrders()) {
    const algo = byOrder.get(order.id)
    if (!algo) continue
    const counted = algo.open.find(([id]) => id === order.id)?.[1] ?? 0
    const isEnded = !isOpen(order)
    if (order.filledLots === counted && !isEnded) continue
    algo.filledLots += order.filledLots - counted
    algo.updatedAt = log.at
    const others = algo.open.filter(([id]) => id !== order.id)
    algo.open = isEnded ? others : [...others, [order.id, order.filledLots]]
    if (isEnded) byOrder.delete(order.id)
    log.touchAlgo(algo)
    if (algo.status !== 'running') continue
    if (isEnded && algo.kind === 'iceberg' && order.filledLots < order.lots)
      endAlgo(state, log, { algo, status: 'stopped', reason: 'cancelled', cancel })
    else if (algo.placed >= algo.parts && algo.open.length === 0)
      endAlgo(state, log, { algo, status: 'completed', reason: '', cancel })
  }
}

function endAlgo(
  state: ExchangeState,
  log: EffectLog,
  {
    algo,
    status,
    reason,
    cancel,
  }: {
    readonly algo: Algo
    readonly status: 'completed' | 'stopped'
    readonly reason: string
    readonly cancel: Cancel
  },
): void {
  algo.status = status
  algo.reason = reason
  algo.updatedAt = log.at
  keepAlgo(state.algos, algo)
  log.touchAlgo(algo)
  for (const [orderId] of algo.open) {
    const order = state.orders.get(orderId)
    if (order?.product === 'spot') cancel(order)
  }
}

/** Ends the algo orders of a paper season; their orders go with it. */
export function resetAlgos(
  state: ExchangeState,
  log: EffectLog,
  { userId }: { readonly userId: string },
): void {
  for (const algo of state.algos.running.values())
    if (algo.realm === 'paper' && algo.userId === userId)
      endAlgo(state, log, { algo, status: 'stopped', reason: 'reset', cancel: () => {} })
}
