import type { FuturesFill } from '@x/api'
import { parseOwner } from '../../exchange/accounts/owner.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import type { Database } from '../../platform/db/Database.ts'
import { MARGIN_ASSETS, walletView, walletViews } from '../futures/ports/accountViews.ts'
import { futuresFillView, futuresOrderView } from '../futures/ports/orderViews.ts'
import { positionView, positionViews } from '../futures/ports/positionViews.ts'
import { futuresFillsOf } from '../futures/ports/queries.ts'
import { createMarginCalls, riskEventsOf } from '../futures/ports/riskEvents.ts'
import type { Trader } from '../trading/ports/TradingService.ts'
import type { UserTopic } from './wire.ts'

export const FUTURES_TOPICS = [
  'positions',
  'futuresAccount',
  'futuresOrders',
  'futuresFills',
  'risk',
] as const satisfies readonly UserTopic[]
export type FuturesTopic = (typeof FUTURES_TOPICS)[number]

export const isFuturesTopic = (topic: UserTopic): topic is FuturesTopic =>
  (FUTURES_TOPICS as readonly string[]).includes(topic)

/** Fills of a snapshot. */
const LATEST = 50

export interface FuturesTopicsOptions {
  readonly view: ExchangeView
  readonly session: Trader
  readonly readFuturesFills: () => Promise<readonly FuturesFill[]>
  readonly now: () => number
}

/** What a connection sends of futures (futures 11). */
export function createFuturesTopics({
  view,
  session,
  readFuturesFills,
  now,
}: FuturesTopicsOptions) {
  const { realm, userId } = session
  const marginCalls = createMarginCalls(view, session)
  const isOwn = (of: Trader): boolean => of.realm === realm && of.userId === userId

  return {
    snapshot(topic: FuturesTopic): readonly unknown[] | Promise<readonly unknown[]> {
      switch (topic) {
        case 'positions':
          return positionViews(view, session)
        case 'futuresAccount':
          return walletViews(view, session)
        case 'futuresOrders':
          return [...(view.futures.accounts.get(`${realm}:${userId}`)?.orders ?? [])].map((order) =>
            futuresOrderView(view, order),
          )
        case 'futuresFills':
          return readFuturesFills()
        case 'risk':
          return marginCalls.standing(now())
      }
    },
    /** Positions and wallets are shown as they are now: later records send them again. */
    delta(topic: FuturesTopic, effects: Effects): readonly unknown[] {
      const { futures, accounts, records } = effects
      switch (topic) {
        case 'positions':
          return (futures?.positions ?? []).filter(isOwn).map((position) => {
            const closed = records?.closed.find((each) => each.positionId === position.id)
            return positionView(view, position, closed)
          })
        case 'futuresAccount': {
          const assets = new Set(
            accounts
              .filter((each) => each.realm === realm && isFuturesOf(each.owner, userId))
              .map(({ asset }) => asset),
          )
          return MARGIN_ASSETS.filter((asset) => assets.has(asset)).map((asset) =>
            walletView(view, session, asset),
          )
        }
        case 'futuresOrders':
          return (futures?.orders ?? []).filter(isOwn).map((order) => futuresOrderView(view, order))
        case 'futuresFills':
          return (futures?.fills ?? [])
            .filter(({ order }) => isOwn(order))
            .map((fill) => futuresFillView(view, fill))
        case 'risk':
          return [...riskEventsOf(effects, session), ...marginCalls.next(effects.at)]
      }
    },
  }
}

function isFuturesOf(owner: string, userId: string): boolean {
  const parsed = parseOwner(owner)
  return parsed.kind === 'user' && parsed.type === 'futures' && parsed.userId === userId
}

/** The latest fills that the ledger has once it has caught up. */
export async function latestFuturesFills(
  { db, core }: { readonly db: Database; readonly core: TradingCore },
  trader: Trader,
): Promise<readonly FuturesFill[]> {
  await core.settled()
  const rows = await futuresFillsOf(db, { ...trader, limit: LATEST })
  return rows.map((fill) => futuresFillView(core.state, fill))
}
