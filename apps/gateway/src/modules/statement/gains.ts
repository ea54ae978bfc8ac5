import type { RealisedGain } from '@x/api'
import { formatUnits } from '@x/decimal'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { Side } from '../../exchange/instruments/Instrument.ts'
import { requireSymbol, scaleOf, symbolOfBase } from '../../exchange/instruments/symbols.ts'
import { unitsOf } from '../../exchange/state/order.ts'
import type { Sql } from '../../platform/db/Database.ts'
import { buy, emptyPool, leaveBehind, owe, sell, type GainPool, type Realised } from './gainPool.ts'
import type { SpanOfTime } from './queries.ts'

/** One line of the history; amounts are atoms, as text. */
type HistoryRow = { readonly seq: bigint; readonly rank: number; readonly id: bigint } & (
  | FillRow
  | { readonly what: 'season' }
  | (AssetRow & { readonly what: 'transfer' })
  | (AssetRow & { readonly what: 'loan'; readonly account: string })
)

interface FillRow {
  readonly what: 'fill'
  readonly symbol: string
  readonly side: Side
  readonly lots: bigint
  readonly quote: string
  readonly fee: string
  readonly at: bigint
}

interface AssetRow {
  readonly asset: string
  /** What a transfer leaves behind, or the principal after a line of a loan. */
  readonly amount: string
  readonly at: bigint
}

type Sums = Record<'proceeds' | 'cost' | 'fees' | 'uncovered', bigint>

interface Pair {
  pool: GainPool
  readonly sums: Sums
}

const PAGE = 5_000

/**
 * What sales brought in a span of time, by average cost, of all that was bought before its end. A
 * short sale counts when a purchase closes it (docs/adr/wallet.md).
 */
export async function realisedGains(
  db: Sql,
  { realm, userId, from, to }: { readonly realm: Realm; readonly userId: string } & SpanOfTime,
): Promise<RealisedGain[]> {
  const pairs = new Map<string, Pair>()
  for await (const row of historyOf(db, { realm, userId, to })) {
    // A new paper season begins with nothing.
    if (row.what === 'season') for (const pair of pairs.values()) pair.pool = emptyPool()
    else take(pairs, { row, from })
  }
  return [...pairs]
    .filter(([, { pool, sums }]) => pool.short > 0n || sums.proceeds + sums.uncovered > 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([symbol, pair]) => view(symbol, pair))
}

function take(
  pairs: Map<string, Pair>,
  { row, from }: { readonly row: Exclude<HistoryRow, { what: 'season' }>; readonly from: number },
): void {
  const symbol = row.what === 'fill' ? row.symbol : symbolOfBase(row.asset)
  if (!symbol) return
  const none = { proceeds: 0n, cost: 0n, fees: 0n, uncovered: 0n }
  const pair = pairs.get(symbol) ?? { pool: emptyPool(), sums: none }
  pairs.set(symbol, pair)
  const realised = realisedBy(pair.pool, row)
  if (Number(row.at) < from) return
  for (const key of ['proceeds', 'cost', 'fees', 'uncovered'] as const)
    pair.sums[key] += realised[key] ?? 0n
}

function realisedBy(pool: GainPool, row: Exclude<HistoryRow, { what: 'season' }>): Realised {
  if (row.what === 'loan') return owe(pool, { account: row.account, principal: BigInt(row.amount) })
  if (row.what === 'transfer') {
    leaveBehind(pool, BigInt(row.amount))
    return {}
  }
  const atoms = row.lots * unitsOf(requireSymbol(row.symbol)).basePerLot
  const [quote, fee] = [BigInt(row.quote), BigInt(row.fee)]
  return row.side === 'buy'
    ? buy(pool, { received: atoms - fee, paid: quote })
    : sell(pool, { atoms, quote, fee })
}

function view(symbol: string, { pool, sums }: Pair): RealisedGain {
  const { quote } = requireSymbol(symbol)
  const { proceeds, cost, fees, uncovered } = sums
  const text = (atoms: bigint) => formatUnits(atoms, scaleOf(quote), { trim: true })
  return {
    symbol,
    quote,
    proceeds: text(proceeds),
    cost: text(cost),
    fees: text(fees),
    gain: text(proceeds - cost - fees),
    uncovered: text(uncovered),
    openShort: text(pool.proceeds),
  }
}

/**
 * Fills, loans and what was sent to another account, in the order of the journal, a page at a time.
 * Of one record a loan is drawn before its fill and paid back after it.
 */
const HISTORY = `select * from (
  select f.seq, 1 as rank, f.fill_id as id, 'fill' as what, o.symbol, o.side, f.lots,
    f.quote::text as quote, f.fee::text as fee, f.at, null as asset, null as amount,
    null as account
  from spot_fill f join spot_order o using (order_id)
  where f.realm = $1 and f.user_id = $2 and f.at < $3
  union all
  select seq, 1, 0, 'transfer', null, null, null, null, null, at, asset, left_behind::text, null
  from asset_transfer where realm = $1 and from_user = $2 and at < $3
  union all
  select seq, case when kind in ('borrow', 'draw') then 0 else 2 end, loan_id, 'loan', null, null,
    null, null, null, at, asset, principal_after::text, symbol
  from margin_loan where realm = $1 and user_id = $2 and at < $3 and kind <> 'interest'
  union all
  select seq, -1, 0, 'season', null, null, null, null, null, at, null, null, null
  from ledger_transaction where realm = $1 and scope = 'season' and at < $3 and idempotency_key in (
    select $2 || ':' || n from generate_series(1, (
      select max(season) from spot_order where realm = $1 and user_id = $2)) n)
) r where (r.seq, r.rank, r.id) > ($4::bigint, $5::integer, $6::bigint)
order by r.seq, r.rank, r.id limit ${PAGE}`

async function* historyOf(
  db: Sql,
  { realm, userId, to }: { readonly realm: Realm; readonly userId: string; readonly to: number },
): AsyncGenerator<HistoryRow> {
  let [seq, rank, id] = [0n, -2, 0n]
  for (;;) {
    const rows = await db.query<HistoryRow>(HISTORY, [realm, userId, to, seq, rank, id])
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    ;({ seq, rank, id } = last)
  }
}
