import type { RealisedGain } from '@x/api'
import { formatUnits } from '@x/decimal'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { Side } from '../../exchange/instruments/Instrument.ts'
import { requireSymbol, scaleOf, symbolOfBase } from '../../exchange/instruments/symbols.ts'
import { unitsOf } from '../../exchange/state/order.ts'
import type { Sql } from '../../platform/db/Database.ts'
import { afterFill, afterTransfer, NOTHING, type Bought } from '../assets/ports/averageCost.ts'
import type { SpanOfTime } from './queries.ts'

interface FillRow {
  readonly seq: bigint
  readonly fill_id: bigint
  readonly symbol: string
  readonly side: Side
  readonly ticks: bigint
  readonly lots: bigint
  readonly quote: string
  readonly fee: string
  readonly at: bigint
  readonly season: number
  readonly asset: string | null
  readonly left_behind: string | null
}

interface Sums {
  proceeds: bigint
  cost: bigint
  fees: bigint
  uncovered: bigint
}

const PAGE = 5_000

/** What sales brought in a span of time, by average cost, of all that was bought before its end. */
export async function realisedGains(
  db: Sql,
  { realm, userId, from, to }: { readonly realm: Realm; readonly userId: string } & SpanOfTime,
): Promise<RealisedGain[]> {
  const held = new Map<string, Bought>()
  const sums = new Map<string, Sums>()
  let season = 0
  for await (const row of fillsOf(db, { realm, userId, to })) {
    // A new paper season begins with nothing.
    if (row.asset === null && row.season !== season) {
      held.clear()
      season = row.season
    }
    const symbol = row.asset === null ? row.symbol : symbolOfBase(row.asset)
    if (!symbol) continue
    const before = held.get(symbol) ?? NOTHING
    if (row.asset !== null) {
      held.set(symbol, afterTransfer(before, { symbol, leftBehind: BigInt(row.left_behind ?? 0) }))
      continue
    }
    held.set(symbol, afterFill(before, row))
    if (row.side === 'sell' && Number(row.at) >= from) addSale(sums, { row, before })
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([symbol, sum]) => view(symbol, sum))
}

function addSale(
  sums: Map<string, Sums>,
  { row, before }: { readonly row: FillRow; readonly before: Bought },
): void {
  const { basePerLot, quotePerTickLot } = unitsOf(requireSymbol(row.symbol))
  const sum = sums.get(row.symbol) ?? { proceeds: 0n, cost: 0n, fees: 0n, uncovered: 0n }
  sums.set(row.symbol, sum)
  const sold = row.lots * basePerLot
  const left = before.bought - before.sold
  const covered = left < sold ? left : sold
  const proceeds = (BigInt(row.quote) * covered) / sold
  const fees = (BigInt(row.fee) * covered) / sold
  sum.proceeds += proceeds
  sum.fees += fees
  sum.uncovered += BigInt(row.quote) - proceeds
  // Of the cost the sold share; ticks times atoms are quote atoms by lot.
  if (covered > 0n) sum.cost += (before.cost * covered * quotePerTickLot) / (left * basePerLot)
}

function view(symbol: string, { proceeds, cost, fees, uncovered }: Sums): RealisedGain {
  const { quote } = requireSymbol(symbol)
  const text = (atoms: bigint) => formatUnits(atoms, scaleOf(quote), { trim: true })
  return {
    symbol,
    quote,
    proceeds: text(proceeds),
    cost: text(cost),
    fees: text(fees),
    gain: text(proceeds - cost - fees),
    uncovered: text(uncovered),
  }
}

/** Fills and what was sent to another account, in the order of the journal, a page at a time. */
async function* fillsOf(
  db: Sql,
  { realm, userId, to }: { readonly realm: Realm; readonly userId: string; readonly to: number },
): AsyncGenerator<FillRow> {
  let [seq, fillId] = [0n, -1n]
  for (;;) {
    const rows = await db.query<FillRow>(
      `select * from (
        select f.seq, f.fill_id, o.symbol, o.side, f.ticks, f.lots, f.quote::text as quote,
          f.fee::text as fee, f.at, o.season, null as asset, null as left_behind
        from spot_fill f join spot_order o using (order_id)
        where f.realm = $1 and f.user_id = $2 and f.at < $3
        union all
        select seq, 0, null, null, null, null, null, null, at, 0, asset, left_behind::text
        from asset_transfer where realm = $1 and from_user = $2 and at < $3
      ) r where (r.seq, r.fill_id) > ($4::bigint, $5::bigint)
      order by r.seq, r.fill_id limit ${PAGE}`,
      [realm, userId, to, seq, fillId],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    ;[seq, fillId] = [last.seq, last.fill_id]
  }
}
