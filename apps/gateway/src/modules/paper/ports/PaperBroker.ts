import type { PaperDecision } from '../../../exchange/state/paperDecision.ts'
import type { Refusal } from '../../../exchange/state/effects.ts'
import type { OrderTerms, SpotOrder } from '../../../exchange/state/order.ts'

/** A paper order of any product, as the queues see it. */
export type RestingOrder = Pick<
  SpotOrder,
  'id' | 'userId' | 'symbol' | 'side' | 'ticks' | 'lots' | 'filledLots' | 'status'
>

export type PaperTerms = Pick<
  OrderTerms,
  'symbol' | 'side' | 'ticks' | 'lots' | 'budget' | 'timeInForce'
>

export interface PaperBroker {
  /** Best prices the trader can still take, in ticks. */
  best(
    userId: string,
    symbol: string,
  ): { readonly bid: number | undefined; readonly ask: number | undefined }
  decide(userId: string, terms: PaperTerms): PaperDecision | { readonly refused: Refusal }
  /**
   * The decided order was accepted: what it took is gone for this trader, what rests waits in the
   * queue.
   */
  accept(
    userId: string,
    order: RestingOrder | undefined,
    options: { terms: Pick<PaperTerms, 'symbol' | 'side'>; decision: PaperDecision },
  ): void
  /** The order has ended. */
  drop(order: Pick<RestingOrder, 'id' | 'symbol'>): void
  stop(): void
}
