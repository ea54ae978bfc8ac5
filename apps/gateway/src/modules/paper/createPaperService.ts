import type { api, PaperAccount, PaperSeason, RequestOf } from '@x/api'
import { paperAccountOf } from '../../exchange/state/ExchangeView.ts'
import { formatUnits, parseUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import type { Sql } from '../../platform/db/Database.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import { type TradingService, CANCELLED_AT_ONCE } from '../trading/ports/TradingService.ts'
import type { OrderGuard } from '../trading/ports/OrderGuard.ts'
import { createIdempotency } from '../trading/ports/idempotency.ts'
import { laterTurn } from '../../platform/event-loop/createSlices.ts'
import { readClientOid } from '../../platform/http/requestFields.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { DAILY_TOP_UP, DAY_MS, PAPER_FUNDS, topUpKey } from '../../exchange/paper/paperFunds.ts'

export interface PaperService {
  account(session: RequestSession): Promise<PaperAccount>
  /**
   * Cancels everything, starts the next season with the default funds. The body names the season
   * that is left; of the one that was left last it reports what came of it.
   * @throws GatewayError 40010 for any other
   */
  reset(session: RequestSession, params: RequestOf<typeof api.paper.reset>): Promise<PaperSeason>
  /**
   * @throws GatewayError 40010 above the daily cap, 40902 for a clientOid used with another amount
   */
  topUp(session: RequestSession, params: TopUpRequest): Promise<PaperSeason>
}

interface PaperServiceOptions {
  readonly trading: TradingService
  readonly guard: Pick<OrderGuard, 'takeOrder'>
  readonly clock: Pick<Clock, 'now'>
  readonly db: Sql
}

export function createPaperService({
  trading,
  guard,
  clock,
  db,
}: PaperServiceOptions): PaperService {
  const { state } = trading.core
  const idempotency = createIdempotency({
    keys: state.keys,
    what: 'top-up',
    answerOf: () => undefined,
  })
  const answer = ({ realm, userId }: RequestSession): Promise<PaperSeason> =>
    trading.confirm({
      season: state.paper.get(userId)?.season ?? 1,
      assets: trading.assets({ realm, userId }),
    })

  return {
    account: ({ userId }) => accountOf(userId, { trading, clock, db }),
    async reset(session, params) {
      const left = readSeason(params)
      trading.ensurePaperAccount(session)
      const { season } = paperAccountOf(state, session.userId)
      // Left already: the answer to the first request may have been lost on its way.
      if (left === season - 1) return answer(session)
      if (left !== season)
        throw invalidParameter('season', `Season ${season} is under way, not season ${left}`)
      guard.takeOrder(session)
      await cancelMost(session.userId, { trading, clock })
      // The same request may have come twice.
      if (paperAccountOf(state, session.userId).season !== season) return answer(session)
      trading.run({
        kind: 'paperReset',
        at: clock.now(),
        userId: session.userId,
        funds: PAPER_FUNDS,
      })
      return answer(session)
    },
    topUp(session, params) {
      const { userId } = session
      const { asset, atoms } = readTopUp(params)
      trading.ensurePaperAccount(session)
      const clientOid = readClientOid(params)
      const digest = `${asset}:${atoms}`
      const key = clientOid === undefined ? undefined : topUpKey(userId, clientOid)
      const used = key !== undefined && idempotency.isUsed({ key, digest })
      if (!used) guard.takeOrder(session)
      const at = clock.now()
      if (!used)
        trading.run({
          ...topUpOf({ at, userId, asset, atoms }),
          ...(clientOid === undefined ? {} : { clientOid, digest }),
        })
      return answer(session)
    },
  }
}

/** Leaves no more orders open than a reset closes in one turn. */
async function cancelMost(
  userId: string,
  { trading, clock }: Pick<PaperServiceOptions, 'trading' | 'clock'>,
): Promise<void> {
  for (
    let open = [...trading.core.state.ordersOf('paper', userId)];
    open.length > CANCELLED_AT_ONCE;
    open = [...trading.core.state.ordersOf('paper', userId)]
  ) {
    trading.run({
      kind: 'cancelAll',
      at: clock.now(),
      orderIds: open.slice(0, CANCELLED_AT_ONCE).map(({ id }) => id),
    })
    await laterTurn()
  }
}

async function accountOf(
  userId: string,
  { trading, clock, db }: Pick<PaperServiceOptions, 'trading' | 'clock' | 'db'>,
): Promise<PaperAccount> {
  await trading.core.settled()
  const { season, day, toppedUp } = paperAccountOf(trading.core.state, userId)
  const today = Math.floor(clock.now() / DAY_MS)
  const used = day === today ? toppedUp : {}
  const topUpLeft = Object.fromEntries(
    Object.entries(DAILY_TOP_UP).map(([asset, cap]) => [
      asset,
      formatUnits(leftOf(cap, used[asset]), scaleOf(asset), { trim: true }),
    ]),
  )
  return trading.confirm({
    season,
    topUpLeft,
    topUpRenewsAt: (today + 1) * DAY_MS,
    seasons: await seasonsOf(db, { userId, season }),
  })
}

/** `asset` is one that paper funds may be added of. */
const topUpOf = ({
  at,
  userId,
  asset,
  atoms,
}: {
  readonly at: number
  readonly userId: string
  readonly asset: string
  readonly atoms: bigint
}) =>
  ({
    kind: 'paperTopUp',
    at,
    userId,
    asset,
    atoms: String(atoms),
    day: Math.floor(at / DAY_MS),
    cap: DAILY_TOP_UP[asset]!,
  }) as const

type TopUpRequest = RequestOf<typeof api.paper.topUp>

/** Nothing where the limit was lowered below what the day has brought. */
function leftOf(cap: string, used = '0'): bigint {
  const left = BigInt(cap) - BigInt(used)
  return left > 0n ? left : 0n
}

const SEASONS_SHOWN = 20

async function seasonsOf(
  db: Sql,
  { userId, season }: { readonly userId: string; readonly season: number },
): Promise<PaperAccount['seasons']> {
  const keys = Array.from(
    { length: Math.min(season, SEASONS_SHOWN) },
    (_, back) => `${userId}:${season - back}`,
  )
  const rows = await db.query<{ idempotency_key: string; at: bigint }>(
    "select idempotency_key, at from ledger_transaction where realm = 'paper' and scope = " +
      "'season' and idempotency_key = any($1)",
    [keys],
  )
  return rows
    .map((row) => ({
      season: Number(row.idempotency_key.slice(userId.length + 1)),
      startedAt: Number(row.at),
    }))
    .sort((a, b) => b.season - a.season)
}

function readSeason({ season }: RequestOf<typeof api.paper.reset>): number {
  if (!/^[1-9][0-9]{0,14}$/.test(season))
    throw malformedParameter(
      'season',
      'season must be the number of the season that is left, as text',
    )
  return Number(season)
}

function readTopUp({ asset, amount }: TopUpRequest): { asset: string; atoms: bigint } {
  if (!Object.hasOwn(DAILY_TOP_UP, asset))
    throw malformedParameter(
      'asset',
      `asset must be one of ${Object.keys(DAILY_TOP_UP).join(', ')}`,
    )
  const scale = scaleOf(asset)
  const atoms = amount.length <= 40 ? parseUnits(amount, scale) : null
  if (atoms === null || atoms <= 0n)
    throw invalidParameter('amount', 'amount must be a positive decimal number as text')
  const cap = BigInt(DAILY_TOP_UP[asset]!)
  if (atoms > cap)
    throw invalidParameter(
      'amount',
      `A day allows at most ${formatUnits(cap, scale, { trim: true })} ${asset}`,
    )
  return { asset, atoms }
}
