import { createEmitter, type Emitter } from '@x/kit'
import type { SpotFill } from '../spot/model.ts'
import type { UserStream } from './createUserStream.ts'
import type { TopicMessage } from './userMessage.ts'

/** What is known of the fills of one user since the stream started for them. */
export interface Visit {
  /**
   * Fills are numbered in the order in which they happen; 0: none was there. Absent before the
   * first word on them.
   */
  newestFill?: number
}

/**
 * The fills of a message that are new, the oldest first; `undefined` for the first
 * snapshot of a visit: the pages fetch those themselves.
 */
export function newFills(
  { type, data: fills }: Pick<TopicMessage<'fills'>, 'type' | 'data'>,
  visit: Visit,
): readonly SpotFill[] | undefined {
  const before = visit.newestFill
  visit.newestFill = fills.reduce(
    (newest, { fillId }) => (Number(fillId) > newest ? Number(fillId) : newest),
    before ?? 0,
  )
  if (type === 'delta') return fills
  // A snapshot has the latest fills, newest first: what traded while the connection was away is
  // among them.
  return before === undefined
    ? undefined
    : fills.filter(({ fillId }) => Number(fillId) > before).toReversed()
}

const listeners = new WeakMap<UserStream, Emitter<readonly SpotFill[]>>()

/**
 * The listeners that get each fill once, whatever interrupts the stream. Not a service, because a
 * guest loads.
 */
export function fillListeners(stream: UserStream): Emitter<readonly SpotFill[]> {
  const known = listeners.get(stream) ?? createEmitter<readonly SpotFill[]>()
  listeners.set(stream, known)
  return known
}
