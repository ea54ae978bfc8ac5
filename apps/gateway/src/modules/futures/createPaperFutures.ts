import type { Clock } from '@x/kit'
import { isOpen } from '../../exchange/state/order.ts'
import { openLots, waitsForTrigger } from '../../exchange/state/futuresOrder.ts'
import type { FuturesOrderTerms } from '../../exchange/state/futuresOrder.ts'
import type { PaperFills } from '../../exchange/state/futuresCommand.ts'
import type { Refusal } from '../../exchange/state/effects.ts'
import type { SliceOptions } from '../../platform/event-loop/createSlices.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import { createPaperBroker } from '../paper/module.ts'
import type { PaperBroker } from '../paper/ports/PaperBroker.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'

type Asked = Pick<FuturesOrderTerms, 'symbol' | 'side' | 'ticks' | 'lots' | 'timeInForce'>

/** The fill model over the displayed books of contracts (futures 8, trading 5). */
export interface FuturesPaperBroker extends Pick<PaperBroker, 'best'> {
  /** What the market would give now; `accept` once the command has run. */
  decide(
    userId: string,
    terms: Asked,
  ):
    | { readonly refused: Refusal }
    | { readonly paper: PaperFills; accept(orderId: number | undefined): void }
  stop(): void
}

export function createPaperFutures({
  core,
  market,
  marketTime,
  clock,
  log,
  slices,
}: {
  readonly core: TradingCore
  readonly market: DisplayedMarket
  readonly marketTime: () => number
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: Log
  readonly slices?: SliceOptions | undefined
}): FuturesPaperBroker {
  const { orders } = core.state.futures
  const broker = createPaperBroker({
    market,
    marketTime,
    resting: [...orders.values()].filter(
      (order) => order.realm === 'paper' && !waitsForTrigger(order),
    ),
    fill({ id }, lots) {
      const order = orders.get(id)
      if (!order || core.paused()) return
      const most = Math.min(lots, openLots(order))
      if (most > 0)
        core.execute({ kind: 'futuresPaperFill', at: clock.now(), orderId: id, lots: most })
    },
    clock,
    onError: (error) => log.error('A paper fill could not be booked', { error: String(error) }),
    slices,
  })
  const unsubscribe = core.onPublished((_seq, { futures }) => {
    for (const order of futures?.orders ?? [])
      if (order.realm === 'paper' && !isOpen(order)) broker.drop(order)
  })
  return {
    best: broker.best,
    decide(userId, terms) {
      const decision = broker.decide(userId, { ...terms, budget: 0 })
      if ('refused' in decision) return decision
      const { fills, rests, queueAhead } = decision
      return {
        paper: { fills, rests, queueAhead },
        accept: (orderId) =>
          broker.accept(userId, orderId === undefined ? undefined : orders.get(orderId), {
            terms,
            decision,
          }),
      }
    },
    stop() {
      unsubscribe()
      broker.stop()
    },
  }
}
