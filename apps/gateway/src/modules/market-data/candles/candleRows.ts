import type { Sql } from '../../../platform/db/Database.ts'
import type { Candle } from './candle.ts'
import { INTERVALS, type Interval } from './interval.ts'
import type { SeriesChange } from './createSeries.ts'

export interface SeriesKey {
  readonly source: string
  readonly symbol: string
}

export interface SeriesStart {
  readonly startedAt: number
  readonly startTicks: number
}

/**
 * The start of a series, written once: the generated past hangs on it and must be the same after
 * each restart.
 */
export async function readOrWriteStart(
  sql: Sql,
  { source, symbol, ...start }: SeriesKey & SeriesStart,
): Promise<SeriesStart & { isNew: boolean }> {
  const inserted = await sql.query(
    'insert into market_series (source, symbol, started_at, start_ticks) values ($1, $2, ' +
      '$3, $4) on conflict do nothing returning symbol',
    [source, symbol, start.startedAt, start.startTicks],
  )
  if (inserted.length > 0) return { ...start, isNew: true }
  const rows = await sql.query<{ started_at: bigint; start_ticks: bigint }>(
    'select started_at, start_ticks from market_series where source = $1 and symbol = $2',
    [source, symbol],
  )
  const row = rows[0]
  if (!row) throw new Error(`The market series ${source} ${symbol} is neither new nor there`)
  return { startedAt: Number(row.started_at), startTicks: Number(row.start_ticks), isNew: false }
}

/** What has changed of the series of a pair. */
export interface SeriesChanges extends Pick<SeriesKey, 'symbol'> {
  readonly changes: readonly SeriesChange[]
}

/** All in one statement: the embedded database takes longer to begin one than to write its rows. */
export async function writeCandles(
  sql: Sql,
  { source, series }: Pick<SeriesKey, 'source'> & { readonly series: readonly SeriesChanges[] },
): Promise<void> {
  const rows = series.flatMap(({ symbol, changes }) =>
    changes.map(({ interval, candle }) => ({
      symbol,
      interval,
      open_time: candle.openTime,
      open: candle.open,
      high: candle.high,
      low: candle.low,
      close: candle.close,
      lots: candle.lots,
      turnover: String(candle.turnover),
    })),
  )
  if (rows.length === 0) return
  await sql.query(
    `insert into market_candles (source, symbol, interval, open_time, open, high, low, close, lots,
      turnover)
     select $1, symbol, interval, open_time, open, high, low, close, lots, turnover
     from jsonb_to_recordset($2::text::jsonb) as row(symbol text, interval text, open_time bigint,
       open bigint, high bigint, low bigint, close bigint, lots bigint, turnover numeric)
     on conflict (source, symbol, interval, open_time)
     do update set open = excluded.open, high = excluded.high, low = excluded.low,
       close = excluded.close, lots = excluded.lots, turnover = excluded.turnover`,
    [source, JSON.stringify(rows)],
  )
}

interface CandleRow {
  readonly interval: string
  readonly open_time: bigint
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly lots: bigint
  readonly turnover: string
}

/** Ascending, all before `before`, at most `limit` of each interval. */
export async function readCandles(
  sql: Sql,
  {
    source,
    symbol,
    interval,
    before,
    limit,
  }: SeriesKey & { interval: Interval; before: number; limit: number },
): Promise<Candle[]> {
  const rows = await sql.query<CandleRow>(
    `select interval, open_time, open, high, low, close, lots, turnover from market_candles
     where source = $1 and symbol = $2 and interval = $3 and open_time < $4 order by open_time desc
       limit $5`,
    [source, symbol, interval, before, limit],
  )
  return rows.map(candleOf).reverse()
}

/** The newest of every interval, ascending, at most `limit` of each; in one statement. */
export async function readRecent(
  sql: Sql,
  { source, symbol, limit }: SeriesKey & { limit: number },
): Promise<Partial<Record<Interval, Candle[]>>> {
  const rows = await sql.query<CandleRow>(
    `select recent.* from unnest($3::text[]) as wanted(name) cross join lateral (
       select interval, open_time, open, high, low, close, lots, turnover from market_candles
       where source = $1 and symbol = $2 and interval = wanted.name
       order by open_time desc limit $4) as recent`,
    [source, symbol, INTERVALS, limit],
  )
  const lists = new Map<string, Candle[]>(INTERVALS.map((interval) => [interval, []]))
  // Each interval has the newest first.
  for (const row of rows.toReversed()) lists.get(row.interval)?.push(candleOf(row))
  return Object.fromEntries(lists)
}

function candleOf(row: CandleRow): Candle {
  return {
    openTime: Number(row.open_time),
    open: Number(row.open),
    high: Number(row.high),
    low: Number(row.low),
    close: Number(row.close),
    lots: Number(row.lots),
    turnover: BigInt(row.turnover),
  }
}
