import type { api, CopyLeader, Page, RequestOf } from '@x/api'
import type { Clock } from '@x/kit'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { CopyLead } from '../../exchange/state/copyState.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { given } from '../../platform/http/requestFields.ts'
import { indexNow, leaderView, type ViewContext } from './copyViews.ts'

/** Lead traders by return, as everybody may ask for them. */
export interface LeaderBoard {
  /** The best first. @throws GatewayError 40010 */
  page(params: RequestOf<typeof api.copy.leaders>): Promise<Page<CopyLeader>>
  viewOf(lead: Readonly<CopyLead>): CopyLeader
}

/** For so long a call answers by what another one has counted. */
const BOARD_MS = 1_000
const CURSOR = /^\d{1,40}-\d{1,16}$/

type Ranked = readonly [index: bigint, lead: Readonly<CopyLead>]

interface Board {
  readonly at: number
  /** Another one: leads or follows came or went. */
  readonly version: string
  readonly context: ViewContext
  readonly ranks: Map<Realm, readonly Ranked[]>
  readonly views: Map<number, CopyLeader>
}

/**
 * Nobody has to log in for it, so that calls must not cost what they like: all of them together
 * count the worth of each lead, and of the follows on the pages asked for, once a second.
 */
export function createLeaderBoard({
  clock,
  view,
}: {
  readonly clock: Pick<Clock, 'now'>
  view(): ViewContext
}): LeaderBoard {
  let last: Board | undefined

  function board(): Board {
    const { copy } = view().state
    const version = [copy.leads.size, copy.follows.size].join()
    const at = clock.now()
    const isFresh = last && last.version === version && at >= last.at && at - last.at < BOARD_MS
    if (!last || !isFresh)
      last = { at, version, context: view(), ranks: new Map(), views: new Map() }
    return last
  }

  function ranksOf(realm: Realm): readonly Ranked[] {
    const { context, ranks } = board()
    const known = ranks.get(realm)
    if (known) return known
    const ranked = [...context.state.copy.leads.values()]
      .filter((lead) => lead.realm === realm && lead.status === 'open')
      .map((lead) => [indexNow(context, lead), lead] as const)
      .toSorted(([a, x], [b, y]) => (a === b ? x.id - y.id : a < b ? 1 : -1))
    ranks.set(realm, ranked)
    return ranked
  }

  function viewOf(lead: Readonly<CopyLead>): CopyLeader {
    const { context, views } = board()
    const known = views.get(lead.id)
    if (known) return known
    const counted = leaderView(context, lead)
    views.set(lead.id, counted)
    return counted
  }

  return {
    async page({ realm, nickname, ...params }) {
      const request = readPage(params, { cursorPattern: CURSOR })
      const isLater = laterThan(request.cursor)
      const part = folded(given(nickname) ?? '')
      return pageOf(request, (limit) =>
        ranksOf(realm || 'live')
          .filter((ranked) => ranked[1].status === 'open' && isLater(ranked))
          .filter(([, lead]) => folded(lead.nickname).includes(part))
          .slice(0, limit)
          .map(([index, lead]) => ({ item: viewOf(lead), cursor: `${index}-${lead.id}` })),
      )
    },
    viewOf,
  }
}

/** Names are looked for whatever their case, and however their letters are composed. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Returns change while somebody reads: a page begins below the place of the last one. */
function laterThan(cursor: string | undefined): (ranked: Ranked) => boolean {
  if (cursor === undefined) return () => true
  const [place = '', id = ''] = cursor.split('-')
  const [from, after] = [BigInt(place), Number(id)]
  return ([index, lead]) => index < from || (index === from && lead.id > after)
}
