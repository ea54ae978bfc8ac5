import type { FollowStatus } from '../../state/copyState.ts'

export type FollowEvent = 'pause' | 'resume' | 'stopLoss' | 'close' | 'leadCloses' | 'sold'

/** What becomes of a follow; an event without a cell is refused (products 1). */
export const FOLLOW_TABLE: Readonly<
  Record<FollowStatus, Readonly<Partial<Record<FollowEvent, FollowStatus>>>>
> = {
  active: { pause: 'paused', stopLoss: 'closing', close: 'closing', leadCloses: 'closing' },
  paused: { resume: 'active', close: 'closing', leadCloses: 'closing' },
  closing: { sold: 'closed' },
  closed: {},
}
