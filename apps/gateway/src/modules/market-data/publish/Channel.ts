import type { Instrument } from '../../../exchange/instruments/Instrument.ts'

/**
 * One topic of one pair as it is published: a snapshot for who subscribes, deltas for who follows.
 */
export interface Channel {
  /**
   * The state that the subscribers have, as one message; built from what was last published, so
   * that the next delta fits. `undefined` while there is nothing to show.
   */
  snapshot(): string | undefined
  /**
   * What has changed since, as messages in order; taking them in is the subscribers' next state.
   */
  deltas(): string[]
  /** The last subscriber has left; `deltas` is not called again until there is another. */
  unfollowed?(): void
}

export interface ChannelHead {
  readonly topic: string
  readonly symbol: string
  /** Absent: spot. */
  readonly product?: 'usdt' | 'coin'
}

/** How the messages of an instrument begin: contracts name their product. */
export const headOf = (
  instrument: Pick<Instrument, 'product' | 'symbol' | 'id'>,
  topic: string,
): ChannelHead => ({
  topic,
  symbol: instrument.symbol,
  ...(instrument.product === 'futures'
    ? { product: instrument.id.startsWith('usdt/') ? 'usdt' : 'coin' }
    : {}),
})

/** The common head of a message (wire protocol, section 10). */
export function message(
  head: ChannelHead,
  type: 'snapshot' | 'delta',
  {
    seq,
    prevSeq,
    ts,
    ...body
  }: { seq: number; prevSeq: number; ts: number } & Record<string, unknown>,
): string {
  return JSON.stringify({ ...head, type, seq, prevSeq, ts, ...body })
}
