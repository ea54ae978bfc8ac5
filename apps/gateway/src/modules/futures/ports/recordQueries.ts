import type { Realm } from '../../../exchange/accounts/accounts.ts'
import type { PositionSide } from '../../../exchange/accounts/owner.ts'
import type { LiquidationInputs } from '../../../exchange/state/futuresRecords.ts'
import type { Sql } from '../../../platform/db/Database.ts'
import type { PremiumSample } from '../prices/createContractPrices.ts'

interface OfUser {
  readonly realm: Realm
  readonly userId: string
}

/** A change of a futures wallet, in atoms. */
export interface BillRow {
  readonly seq: bigint
  readonly part: number
  readonly line: number
  readonly asset: string
  readonly kind: string
  readonly amount: string
  readonly symbol: string | null
  readonly reference: string
  readonly at: bigint
}

export interface BillsWanted extends OfUser {
  /** `<record>.<part>.<line>` of the last one seen. */
  readonly cursor?: string | undefined
  readonly limit: number
  readonly symbol?: string | undefined
  readonly kind?: string | undefined
  readonly asset?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Changes of the futures wallets of a user, the latest first. */
export function billsOf(db: Sql, wanted: BillsWanted): Promise<readonly BillRow[]> {
  const { realm, userId, cursor, symbol, kind, asset, from, to, limit } = wanted
  const [seq = null, part = null, line = null] = cursor?.split('.') ?? []
  return db.query<BillRow>(
    `select seq, part, line, asset, kind, amount::text as amount, symbol, reference, at
     from futures_bill
     where realm = $1 and user_id = $2
       and ($3::bigint is null
         or (seq, part, line) < ($3::bigint, $4::integer, $5::integer))
       and ($6::text is null or symbol = $6::text) and ($7::text is null or kind = $7::text)
       and ($8::text is null or asset = $8::text)
       and ($9::bigint is null or at >= $9::bigint) and ($10::bigint is null or at <= $10::bigint)
     order by seq desc, part desc, line desc limit $11`,
    [
      realm,
      userId,
      seq,
      part,
      line,
      symbol ?? null,
      kind ?? null,
      asset ?? null,
      from ?? null,
      to ?? null,
      limit,
    ],
  )
}

/** One step of the ladder with what it traded and paid, in atoms, lots and ticks. */
export interface StepRow {
  readonly liquidation_id: bigint
  readonly seq: bigint
  readonly realm: Realm
  readonly user_id: string
  readonly wallet: string
  readonly asset: string
  readonly step: 'cancel' | 'net' | 'reduce' | 'deleverage'
  readonly equity: string
  readonly requirement: string
  readonly equity_after: string | null
  readonly requirement_after: string | null
  readonly symbol: string | null
  readonly side: PositionSide | null
  readonly lots: bigint | null
  readonly ticks: bigint | null
  readonly prices: readonly (readonly [symbol: string, mark: number, index: number])[]
  readonly inputs: LiquidationInputs | null
  readonly price_hash: string | null
  readonly at: bigint
  readonly filled: string
  readonly tick_lots: string
  readonly fee: string
  readonly liquidation_fee: string
  readonly fund_paid: string
  readonly exchange_paid: string
  /** Profit of its own positions that was drawn for what the wallet lacked. */
  readonly realised_early: string
  /** Isolated margin that went back to the cross wallet. */
  readonly released: string
  readonly fills: readonly (readonly [ticks: number, lots: number, fee: string])[]
  /** Lots of customers that were closed against it. */
  readonly taken: readonly number[]
  /** The step before it of the same wallet, not long before. */
  readonly previous_id: bigint | null
  /** What the wallet lost by it: results, fees and what was settled before. */
  readonly lost: string
  readonly cancelled: number
}

/** Steps of one wallet that are no further apart are one liquidation. */
export const APART_MS = 60_000

const STEP = `
  select l.liquidation_id, l.seq, l.realm, l.user_id, l.wallet, l.asset, l.step,
    l.equity::text as equity, l.requirement::text as requirement,
    l.equity_after::text as equity_after, l.requirement_after::text as requirement_after,
    l.symbol, l.side, l.lots, l.ticks, l.prices, l.inputs, l.price_hash, l.at,
    coalesce(f.lots, 0)::text as filled, coalesce(f.tick_lots, 0)::text as tick_lots,
    coalesce(-b.lost, 0)::text as lost,
    coalesce(-b.fee, 0)::text as fee, coalesce(-b.liquidation, 0)::text as liquidation_fee,
    coalesce(b.settling, 0)::text as realised_early, coalesce(b.released, 0)::text as released,
    coalesce(f.fills, '[]') as fills,
    coalesce(s.fund, 0)::text as fund_paid, coalesce(s.exchange, 0)::text as exchange_paid,
    coalesce((select jsonb_agg(d.lots order by d.lots desc) from futures_deleverage d
      where d.liquidation_id = l.liquidation_id), '[]') as taken,
    (select max(p.liquidation_id) from futures_liquidation p where p.realm = l.realm
      and p.user_id = l.user_id and p.wallet = l.wallet and p.asset = l.asset
      and p.liquidation_id < l.liquidation_id and p.at >= l.at - ${APART_MS}) as previous_id,
    case when l.step = 'cancel' then (select count(*) from futures_order o
      where o.realm = l.realm and o.user_id = l.user_id and o.closed_seq = l.seq)
      else 0 end::integer as cancelled
  from futures_liquidation l
  left join lateral (select sum(f.lots) as lots, sum(f.lots::numeric * f.ticks) as tick_lots,
      jsonb_agg(jsonb_build_array(f.ticks, f.lots, f.fee::text) order by f.fill_id) as fills
    from futures_fill f where f.seq = l.seq and f.realm = l.realm and f.user_id = l.user_id) f
    on true
  left join lateral (select sum(b.amount) filter (where b.kind = 'fee') as fee,
      sum(b.amount) filter (where b.kind = 'liquidation_fee') as liquidation,
      sum(b.amount) filter (where b.kind = 'settling') as settling,
      sum(b.amount) filter (where b.kind = 'margin_in') as released,
      sum(b.amount) filter (where b.kind in
        ('fee', 'liquidation_fee', 'realised_pnl', 'adl', 'settling')) as lost
    from futures_bill b where b.seq = l.seq and b.realm = l.realm and b.user_id = l.user_id) b
    on true
  left join lateral (select sum(e.amount) filter (where d.owner like 'fund:%') as fund,
      sum(e.amount) filter (where d.owner not like 'fund:%') as exchange
    from ledger_entry e join ledger_account d on d.id = e.debit_account
    where e.seq = l.seq and e.kind = 'shortage') s on true`

/** Steps, and positions that were deleveraged, of a user that are read: the latest ones. */
export const MOST_STEPS = 5_000

/** The latest steps of a user, the first one first. */
export const stepsOf = (db: Sql, { realm, userId }: OfUser): Promise<readonly StepRow[]> =>
  db.query<StepRow>(
    `select * from (${STEP} where l.realm = $1 and l.user_id = $2
       order by l.liquidation_id desc limit ${MOST_STEPS}) latest order by liquidation_id`,
    [realm, userId],
  )

/** Steps of everybody, the latest first. */
export const publicSteps = (
  db: Sql,
  wanted: {
    /** Default the live one. */
    readonly realm?: Realm | undefined
    readonly limit: number
    /** Only those that traded. */
    readonly traded?: boolean
    readonly cursor?: string | undefined
    readonly symbol?: string | undefined
    readonly id?: string | undefined
  },
): Promise<readonly StepRow[]> =>
  db.query<StepRow>(
    `${STEP} where l.realm = $5 and (l.symbol is not null or not $6)
       and ($1::bigint is null or l.liquidation_id < $1::bigint)
       and ($2::text is null or l.symbol = $2::text
         or (l.symbol is null and exists (select from jsonb_array_elements(l.prices) p
           where p ->> 0 = $2::text)))
       and ($3::bigint is null or l.liquidation_id = $3::bigint)
     order by l.liquidation_id desc limit $4`,
    [
      wanted.cursor ?? null,
      wanted.symbol ?? null,
      wanted.id ?? null,
      wanted.limit,
      wanted.realm ?? 'live',
      wanted.traded ?? false,
    ],
  )

/** A position of the user that was closed against a bankrupt one. */
export interface DeleveragedRow {
  readonly liquidation_id: bigint
  readonly symbol: string
  readonly side: PositionSide
  readonly lots: bigint
  readonly ticks: bigint
  readonly result: string
  readonly margin_mode: string
  readonly at: bigint
}

export const deleveragedOf = (
  db: Sql,
  { realm, userId }: OfUser,
): Promise<readonly DeleveragedRow[]> =>
  db.query<DeleveragedRow>(
    `select liquidation_id, symbol, side, lots, ticks, result::text as result, margin_mode, at
     from futures_deleverage where realm = $1 and user_id = $2
     order by liquidation_id desc limit ${MOST_STEPS}`,
    [realm, userId],
  )

/** What the insurance fund of an asset got from liquidations, in atoms. */
export async function fundReceived(db: Sql, asset: string): Promise<bigint> {
  const [row] = await db.query<{ readonly received: string }>(
    `select coalesce(sum(e.amount), 0)::text as received
     from (select distinct seq from futures_liquidation where realm = 'live') l
     join ledger_entry e on e.seq = l.seq
     where e.kind = 'liquidation' and e.asset = $1`,
    [asset],
  )
  return BigInt(row?.received ?? 0)
}

export interface FundingsWanted {
  readonly symbol: string
  readonly limit: number
  readonly cursor?: string | undefined
  /** Milliseconds, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Fundings that were paid, the latest first; the rate in parts of 100,000,000. */
export const fundingsOf = (
  db: Sql,
  { symbol, cursor, from, to, limit }: FundingsWanted,
): Promise<readonly { readonly rate: bigint; readonly mark: bigint; readonly at: bigint }[]> =>
  db.query(
    `select rate, mark, at from futures_funding
     where symbol = $1 and ($2::bigint is null or at < $2::bigint)
       and ($3::bigint is null or at >= $3::bigint) and ($4::bigint is null or at <= $4::bigint)
     order by at desc limit $5`,
    [symbol, cursor ?? null, from ?? null, to ?? null, limit],
  )

export interface PremiumRow {
  readonly symbol: string
  readonly at: bigint
  readonly index_ticks: bigint
  readonly impact_bid: string | null
  readonly impact_ask: string | null
  readonly premium: string
}

/** Writes samples; one that is there already stays. */
export async function insertPremiums(db: Sql, samples: readonly PremiumSample[]): Promise<void> {
  const rows = samples.map(({ symbol, at, index, impactBid, impactAsk, premium }) => ({
    symbol,
    at,
    index_ticks: index,
    impact_bid: impactBid,
    impact_ask: impactAsk,
    premium,
  }))
  await db.query(
    `insert into futures_premium (symbol, at, index_ticks, impact_bid, impact_ask, premium)
     select s.* from jsonb_to_recordset($1::jsonb) as s (symbol text, at bigint,
       index_ticks bigint, impact_bid text, impact_ask text, premium text)
     on conflict (symbol, at) do nothing`,
    [JSON.stringify(rows)],
  )
}

/** Premiums of a span, the first one first. */
export const premiumsOf = (
  db: Sql,
  { symbol, from, to }: { readonly symbol?: string; readonly from: number; readonly to: number },
): Promise<readonly PremiumRow[]> =>
  db.query<PremiumRow>(
    `select symbol, at, index_ticks, impact_bid, impact_ask, premium from futures_premium
     where ($1::text is null or symbol = $1::text) and at >= $2 and at < $3 order by at`,
    [symbol ?? null, from, to],
  )

/**
 * The intervals of each contract that ended with samples `before` a time, where nothing was paid
 * for them or for a later one; the first one first.
 */
export const unpaidFundings = (
  db: Sql,
  { before, span }: { readonly before: number; readonly span: number },
): Promise<readonly { readonly symbol: string; readonly due: bigint }[]> =>
  db.query(
    `select symbol, due from (
       select distinct symbol, (at / $2::bigint + 1) * $2::bigint as due
       from futures_premium where at < $1) ended
     where not exists (select from futures_funding paid
       where paid.symbol = ended.symbol and paid.at >= due)
     order by symbol, due`,
    [before, span],
  )

/** When the last funding of each contract that was paid was due. */
export const lastFundings = (
  db: Sql,
): Promise<readonly { readonly symbol: string; readonly at: bigint }[]> =>
  db.query('select symbol, max(at) as at from futures_funding group by symbol')

/** A row of the price log. */
export interface PriceRecord {
  readonly seq: bigint
  readonly at: bigint
  readonly line: string
  readonly hash: string
  readonly previous_hash: string
}

export const priceLog = (
  db: Sql,
  wanted: {
    readonly limit: number
    readonly cursor?: string | undefined
    readonly from?: number | undefined
    readonly to?: number | undefined
  },
): Promise<readonly PriceRecord[]> =>
  db.query<PriceRecord>(
    `select seq, at, line, hash, previous_hash from futures_price
     where ($1::bigint is null or seq < $1::bigint)
       and ($2::bigint is null or at >= $2::bigint) and ($3::bigint is null or at <= $3::bigint)
     order by seq desc limit $4`,
    [wanted.cursor ?? null, wanted.from ?? null, wanted.to ?? null, wanted.limit],
  )

/** A day of the price log with its root. */
export interface PriceDay {
  readonly day: bigint
  readonly hash: string
  readonly rows: bigint
  /** Absent in days from before there was a tree. */
  readonly tree_root: string | null
  readonly previous_root: string | null
  readonly root: string
}

const PRICE_DAY = `
  select day, hash, rows, price_tree_root(peaks) as tree_root, previous_root,
    price_day_root(d) as root from futures_price_day d`

export const priceRoots = (
  db: Sql,
  wanted: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<readonly PriceDay[]> =>
  db.query<PriceDay>(
    `${PRICE_DAY} where ($1::bigint is null or day < $1::bigint) order by day desc limit $2`,
    [wanted.cursor ?? null, wanted.limit],
  )

/** Rows whose nodes are kept as one: a way to the root reads two of them at most. */
export const SEGMENT_ROWS = 256

/** What the way from a row to the root of its day is built from, as of one moment. */
export interface PriceRowOfDay extends PriceRecord {
  readonly place: number | null
  readonly day: PriceDay
  /** Hashes of the rows of its segment, and of the last one, in order. */
  readonly own: readonly string[]
  readonly last: readonly string[]
  /** Roots of whole segments, in order. */
  readonly segments: readonly string[]
}

/** A row of the price log by its hash; `undefined` for one that is unknown or kept no longer. */
export async function priceRowOfDay(db: Sql, hash: string): Promise<PriceRowOfDay | undefined> {
  const [row] = await db.query<
    PriceRecord & { readonly day: bigint; readonly place: number | null }
  >(
    `select seq, at, line, hash, previous_hash, coalesce(day, at / 86400000) as day, place
     from futures_price where hash = $1`,
    [hash],
  )
  // Rows that are added meanwhile are of another tree: what is read ends where this day does.
  const [day] = row ? await db.query<PriceDay>(`${PRICE_DAY} where day = $1`, [row.day]) : []
  if (!row || !day) return undefined
  if (row.place === null) return { ...row, day, own: [], last: [], segments: [] }
  const count = Number(day.rows)
  const whole = Math.floor(count / SEGMENT_ROWS)
  const hashesFrom = async (segment: number) =>
    (
      await db.query<{ readonly hash: string }>(
        `select hash from futures_price where day = $1 and place >= $2 and place < $3
         order by place`,
        [row.day, segment * SEGMENT_ROWS, Math.min(count, (segment + 1) * SEGMENT_ROWS)],
      )
    ).map((each) => each.hash)
  const segments = await db.query<{ readonly hash: string }>(
    'select hash from futures_price_node where day = $1 and place < $2 order by place',
    [row.day, whole],
  )
  return {
    ...row,
    day,
    own: await hashesFrom(Math.floor(row.place / SEGMENT_ROWS)),
    last: await hashesFrom(whole),
    segments: segments.map((each) => each.hash),
  }
}
