import type { Entry } from '../../accounts/posting.ts'
import { withdrawAll } from '../../funds/grants.ts'
import { copyOwner, leadOwner } from '../../state/copyState.ts'
import type { EffectLog } from '../../state/effects.ts'
import type { ExchangeState } from '../../state/state.ts'
import { endLead } from './leads.ts'
import { dropEnded } from './sellFollow.ts'

/** Ends what a paper account leads and follows; answers the entries that take its funds back. */
export function resetCopy(
  state: ExchangeState,
  log: EffectLog,
  { userId }: { readonly userId: string },
): Entry[] {
  const isOwn = (each: { readonly realm: string; readonly userId: string }) =>
    each.realm === 'paper' && each.userId === userId
  const taken: Entry[] = []
  const take = (owner: string) => {
    for (const owned of state.accounts.ownedBy('paper', owner))
      taken.push(...withdrawAll(state, log, owned))
  }
  for (const lead of state.copy.leads.values())
    if (isOwn(lead) && lead.status === 'open') {
      endLead(state, log, lead)
      take(leadOwner(lead.id))
    }
  for (const follow of state.copy.follows.values())
    if (isOwn(follow)) {
      take(copyOwner(follow.id))
      Object.assign(follow, { status: 'closed', end: 'reset', updatedAt: log.at })
      log.touchFollow(follow)
      dropEnded(state, log, follow)
    }
  return taken
}
