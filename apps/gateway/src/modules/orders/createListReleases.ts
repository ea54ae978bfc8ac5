import type { Clock, TimerHandle } from '@x/kit'
import { pairOf } from '../../exchange/state/ExchangeView.ts'
import { goesAtMarket, type SpotOrder } from '../../exchange/state/order.ts'
import { releasedTicks } from '../../exchange/spot/orderLists.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import {
  createSlices,
  laterTurn,
  type SliceOptions,
} from '../../platform/event-loop/createSlices.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { PaperBroker } from '../paper/ports/PaperBroker.ts'
import { NO_FILLS, protectionTicks } from './protectionTicks.ts'

export interface ListReleasesOptions {
  readonly core: Pick<TradingCore, 'state' | 'execute' | 'paused' | 'onPublished'>
  readonly market: DisplayedMarket
  readonly broker: PaperBroker
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  /** An order could not be sent to the market while no caller could catch it; it is tried again. */
  readonly onError: (error: unknown) => void
  readonly slices?: SliceOptions | undefined
}

export interface ListReleases {
  /** Releases what was ready when the process stopped. */
  start(): void
  stop(): void
}

/** Milliseconds until an order is tried again that could not go: a pause, or an empty book. */
const RETRY_MS = 1_000

type SenderOptions = Pick<ListReleasesOptions, 'core' | 'market' | 'broker' | 'clock'>

/** Sends one order that is ready; `false`: it cannot go now. */
function createSender({ core, market, broker, clock }: SenderOptions) {
  function mayGo({ realm, symbol }: SpotOrder): boolean {
    if (core.paused() || market.status(symbol) === 'paused') return false
    return realm === 'paper' || market.liveTrading()
  }

  /** `false`: nobody stands opposite an order at the market. */
  function send(order: SpotOrder): boolean {
    const isAtMarket = goesAtMarket(order)
    const best = isAtMarket ? bestOpposite(order) : undefined
    if (isAtMarket && best === undefined) return false
    const protection = best === undefined ? order.ticks : protectionTicks(order, best)
    const [at, orderId] = [clock.now(), order.id]
    if (order.realm === 'live') {
      core.execute({ kind: 'release', at, orderId, ticks: protection })
      return true
    }
    const asked = isAtMarket ? { ...order, ticks: releasedTicks(order, protection) } : order
    const decided = broker.decide(order.userId, asked)
    const decision = 'refused' in decided ? NO_FILLS : decided
    core.execute({ kind: 'paperRelease', at, orderId, ...decision })
    broker.accept(order.userId, core.state.orders.get(orderId), { terms: asked, decision })
    return true
  }

  function bestOpposite({ realm, userId, symbol, side }: SpotOrder): number | undefined {
    if (realm === 'paper') return broker.best(userId, symbol)[side === 'buy' ? 'ask' : 'bid']
    return pairOf(core.state, symbol).engine.book.best(side === 'buy' ? 1 : 0) || undefined
  }

  return (order: SpotOrder): boolean => mayGo(order) && send(order)
}

/**
 * Sends second orders of lists to the market, each once its first one's last fill is on disk. What
 * it decides becomes a command: a replay needs no market.
 */
export function createListReleases({
  core,
  market,
  broker,
  clock,
  onError,
  slices,
}: ListReleasesOptions): ListReleases {
  const send = createSender({ core, market, broker, clock })
  const due = new Set<number>()
  const later = new Set<number>()
  let timer: TimerHandle | undefined
  const work = createSlices({ ...slices, clock, step, onError })

  function step(): boolean {
    const [id] = due
    if (id === undefined) return false
    due.delete(id)
    const order = core.state.orders.get(id)
    if (order?.phase !== 'ready') return true
    // Until it has gone: a fault must not lose it.
    later.add(id)
    if (sent(order)) later.delete(id)
    else tryLater()
    return true
  }

  function sent(order: SpotOrder): boolean {
    try {
      return send(order)
    } catch (error) {
      onError(error)
      return false
    }
  }

  function tryLater(): void {
    timer ??= clock.after(RETRY_MS, tryAgain)
  }

  function tryAgain(): void {
    timer?.cancel()
    timer = undefined
    for (const id of later) due.add(id)
    later.clear()
    work.wake()
  }

  const unwatch = market.subscribe({
    status: (_symbol, status) => (status === 'trading' ? tryAgain() : undefined),
  })
  const unsubscribe = core.onPublished((_seq, { orders }) => {
    for (const { id, phase } of orders) if (phase === 'ready') due.add(id)
    // Not among what is being published.
    if (due.size > 0) void laterTurn().then(work.wake)
  })

  return {
    start() {
      for (const { id, phase } of core.state.orders.values()) if (phase === 'ready') due.add(id)
      work.wake()
    },
    stop() {
      unsubscribe()
      unwatch()
      timer?.cancel()
      work.stop()
    },
  }
}
