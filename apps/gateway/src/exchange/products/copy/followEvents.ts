import type { CopyFollow, FollowEnd } from '../../state/copyState.ts'
import { refuse, type EffectLog, type Refusal } from '../../state/effects.ts'
import { FOLLOW_TABLE, type FollowEvent } from './followTable.ts'

/** Brings a follow to where the table says; where it says nothing, nothing changes. */
export function moveTo(
  log: EffectLog,
  {
    follow,
    event,
    end,
  }: { readonly follow: CopyFollow; readonly event: FollowEvent; readonly end?: FollowEnd },
): { readonly refused: Refusal } | undefined {
  const next = FOLLOW_TABLE[follow.status][event]
  if (next === undefined) return refuse('copy-state')
  follow.status = next
  follow.updatedAt = log.at
  if (end !== undefined) follow.end = end
  log.touchFollow(follow)
  return undefined
}
