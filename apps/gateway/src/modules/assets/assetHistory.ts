import type { WorthPoint } from '@x/api'
import { formatUnits, rescaleUnits } from '@x/decimal'
import type { Sql } from '../../platform/db/Database.ts'
import { formatOwner, spotOwner } from '../../exchange/accounts/owner.ts'
import { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import { copyOwner, leadOwner } from '../../exchange/state/copyState.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { given } from '../../platform/http/requestFields.ts'
import type { DailyCloses } from '../market-data/ports/DisplayedMarket.ts'
import type { Trader } from '../trading/ports/TradingService.ts'
import { SPOT_SYMBOLS, scaleOf } from '../../exchange/instruments/symbols.ts'

/** The paper season that a history is of, and how often paper funds were ever added. */
export interface HistorySeason {
  readonly season: number
  readonly topUps: number
}

interface DayRow {
  readonly asset: string
  readonly day: bigint
  readonly moved: string
  readonly deposited: string
}

const DAY_MS = 86_400_000
const QUOTE = 'USDT'
const SHOWN = 2
/** Price places and asset decimals add up to no more than this. */
export const FINE = 36
const RANGES: Readonly<Record<string, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

/** What of an account's worth is in which ledger accounts (docs/adr/trading.md). */
export function ownersOf(
  { copy }: Pick<ExchangeView, 'copy'>,
  { realm, userId }: Trader,
  account: string | undefined,
): readonly string[] {
  const spot = spotOwner(userId)
  if (given(account) !== 'all') return [spot]
  const isOwn = (of: Trader): boolean => of.realm === realm && of.userId === userId
  return [
    spot,
    ...OTHER_ACCOUNTS.map((owner) => owner.replace(NOBODY, `:${userId}/`)),
    ...[...copy.leads.values()].filter(isOwn).map(({ id }) => leadOwner(id)),
    ...[...copy.follows.values()].filter(isOwn).map(({ id }) => copyOwner(id)),
  ]
}

const NOBODY = ':0/'

/** Wallets, isolated positions, margin accounts and their debts, of the user 0. */
const OTHER_ACCOUNTS: readonly string[] = [
  formatOwner({ kind: 'user', userId: '0', type: 'futures' }),
  formatOwner({ kind: 'user', userId: '0', type: 'margin' }),
  formatOwner({ kind: 'debt', userId: '0' }),
  ...SPOT_SYMBOLS.flatMap(({ symbol }) => [
    formatOwner({ kind: 'user', userId: '0', type: 'margin', symbol }),
    formatOwner({ kind: 'debt', userId: '0', symbol }),
  ]),
  ...CONTRACTS.flatMap(({ id: symbol }) =>
    (['long', 'short', 'net'] as const).map((side) =>
      formatOwner({ kind: 'user', userId: '0', type: 'futures', symbol, side }),
    ),
  ),
]

/** @throws GatewayError 40010 */
export function readRange(text: string | undefined): number {
  const days = RANGES[text || '30d']
  if (days === undefined)
    throw malformedParameter('range', `range must be one of ${Object.keys(RANGES).join(', ')}`)
  return days
}

interface HistoryOptions extends Trader {
  /** Whose days count. */
  readonly owners: readonly string[]
  readonly days: number
  readonly now: number
  readonly dailyCloses: DailyCloses
  readonly season?: HistorySeason | undefined
}

/**
 * What the account was worth at each midnight of the range and is worth now (docs/adr/trading.md).
 * On paper only the running season counts: it begins with nothing at its reset, into which its
 * funds are paid (docs/adr/paper.md).
 */
export async function assetHistory(
  db: Sql,
  { realm, userId, owners, days, now, dailyCloses, season }: HistoryOptions,
): Promise<{ quote: string; points: WorthPoint[] }> {
  const rows = await db.query<DayRow>(
    'select a.asset, d.day, d.moved, d.deposited from ledger_day d join ledger_account a ' +
      'on a.id = d.account where a.realm = $1 and a.owner = any($2::text[]) order by d.day',
    [realm, owners],
  )
  const today = Math.floor(now / DAY_MS)
  const began =
    season && season.season > 1 ? await beginningOf(db, { userId, ...season }) : undefined
  const first = Math.min(
    began ? Math.floor(began.at / DAY_MS) : Number(rows[0]?.day ?? today),
    today,
  )
  const priceOf = await prices([...new Set(rows.map(({ asset }) => asset))], {
    days: Math.max(days, today - first) + 2,
    dailyCloses,
  })
  const balances = new Map<string, bigint>()
  const points: WorthPoint[] = []
  // An account that began within the range began with nothing: what its first day brought is seen.
  if (rows.length > 0 && first > today - days)
    points.push({ at: began?.at ?? first * DAY_MS, value: shown(0n), netDeposits: shown(0n) })
  let deposits = 0n
  const left = rows.values()
  let row = left.next().value
  for (let day = first; day <= today; day++) {
    for (; row && Number(row.day) <= day; row = left.next().value) {
      const { asset, moved, deposited } = row
      balances.set(asset, (balances.get(asset) ?? 0n) + BigInt(moved))
      if (!began || Number(row.day) > first) deposits += priceOf(asset, day) * BigInt(deposited)
    }
    // Of the day of a reset, only what was paid in from then on.
    if (began && day === first)
      for (const { asset, atoms } of began.paidIn) deposits += priceOf(asset, day) * BigInt(atoms)
    if (day < today - days) continue
    points.push({
      at: day === today ? now : (day + 1) * DAY_MS,
      value: shown(worthOn(day, { balances, priceOf })),
      netDeposits: shown(deposits),
    })
  }
  return { quote: QUOTE, points }
}

const worthOn = (
  day: number,
  {
    balances,
    priceOf,
  }: {
    readonly balances: ReadonlyMap<string, bigint>
    readonly priceOf: (asset: string, day: number) => bigint
  },
): bigint =>
  [...balances].reduce((sum, [asset, balance]) => sum + priceOf(asset, day) * balance, 0n)

/** When a season began, and what was paid in on that day from then on. */
async function beginningOf(
  db: Sql,
  { userId, season, topUps }: HistorySeason & { readonly userId: string },
): Promise<
  { readonly at: number; readonly paidIn: readonly { asset: string; atoms: string }[] } | undefined
> {
  const [reset] = await db.query<{ seq: bigint; at: bigint }>(
    "select seq, at from ledger_transaction where realm = 'paper' and scope = 'season' " +
      'and idempotency_key = $1',
    [`${userId}:${season}`],
  )
  if (!reset) return undefined
  const paidIn = await db.query<{ asset: string; atoms: string }>(
    `with paid as (
       select seq, part from ledger_transaction where realm = 'paper' and scope = 'season'
         and idempotency_key = $1
       union all
       select seq, part from ledger_transaction
       where realm = 'paper' and scope = 'topup'
         and idempotency_key = any(select $2::text || ':' || n from generate_series(1,
         $3::integer) n) and seq > $4 and at / $5 = $6 / $5
     )
     select e.asset, sum(e.amount)::text as atoms from ledger_entry e join paid using (seq, part)
       where e.kind = 'grant' group by e.asset`,
    [`${userId}:${season}`, userId, topUps, reset.seq, BigInt(DAY_MS), reset.at],
  )
  return { at: Number(reset.at), paidIn }
}

/**
 * The worth of one atom at the end of a day, as a whole number at `FINE` decimals. Before a pair's
 * first candle its first price counts.
 */
export async function prices(
  assets: readonly string[],
  { days, dailyCloses }: { days: number; dailyCloses: DailyCloses },
): Promise<(asset: string, day: number) => bigint> {
  const series = new Map<
    string,
    {
      readonly closes: readonly { readonly openTime: number; readonly close: number }[]
      readonly unit: bigint
    }
  >()
  for (const asset of assets) {
    const spec = SPOT_SYMBOLS.find(({ base, quote }) => base === asset && quote === QUOTE)
    if (spec)
      series.set(asset, {
        closes: await dailyCloses(spec.symbol, { days }),
        unit: 10n ** BigInt(FINE - spec.pricePlace - scaleOf(asset)),
      })
  }
  return (asset, day) => {
    if (asset === QUOTE) return 10n ** BigInt(FINE - scaleOf(QUOTE))
    const found = series.get(asset)
    if (!found) return 0n
    const { closes, unit } = found
    const candle = closes.findLast(({ openTime }) => openTime <= day * DAY_MS) ?? closes[0]
    return candle ? BigInt(candle.close) * unit : 0n
  }
}

const shown = (value: bigint): string =>
  formatUnits(rescaleUnits(value, { from: FINE, to: SHOWN, mode: 'half-up' }), SHOWN)
