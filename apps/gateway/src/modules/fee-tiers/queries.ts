import { userIdIn } from '../../exchange/ledger/ownerColumns.ts'
import type { Sql } from '../../platform/db/Database.ts'

/** What a customer traded or holds. Sub-accounts count with the account that they belong to. */
interface OfCustomer {
  readonly customer: string
}

const CHUNK = 20_000

/**
 * Adds settled fills that were not counted yet to their days: each once, for counts and mark are
 * written by one statement. What a customer traded with themselves is no volume, nor is what was
 * traded on paper. Answers whether there may be more.
 */
export async function countFills(db: Sql): Promise<boolean> {
  // The fills of a trade have neighbouring numbers and are settled together.
  const [{ fills } = { fills: 0n }] = await db.query<{ fills: bigint }>(
    `with mark as (select counted_fill from fee_tier_progress for update),
     chunk as (select fill_id, trade_id, user_id, realm, at, quote from spot_fill where fill_id >
       (select counted_fill from mark) order by fill_id limit $1),
     counted as (
       insert into fee_volume_day (user_id, day, quote)
       select f.user_id, f.at / 86400000, sum(f.quote) from chunk f left join users u
         on u.id = f.user_id
       where f.realm = 'live' and not exists (
         select 1 from spot_fill o left join users ou on ou.id = o.user_id
         where o.fill_id in (f.fill_id - 1, f.fill_id + 1) and o.trade_id = f.trade_id
           and coalesce(ou.parent_id, o.user_id) = coalesce(u.parent_id, f.user_id)
       )
       group by 1, 2
       on conflict (user_id, day) do update set quote = fee_volume_day.quote + excluded.quote
     )
     update fee_tier_progress set counted_fill = coalesce((select max(fill_id) from chunk),
       counted_fill) returning (select count(*) from chunk) as fills`,
    [CHUNK],
  )
  return Number(fills) === CHUNK
}

/** The day whose levels stand; 0 before the first. */
export async function assessedDay(db: Sql): Promise<number> {
  const [row] = await db.query<{ assessed_day: bigint }>(
    'select assessed_day from fee_tier_progress',
  )
  return Number(row?.assessed_day ?? 0)
}

/** Quote atoms traded on the days from `from` to before `to`. */
export async function volumesOf(
  db: Sql,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly (OfCustomer & { readonly quote: string })[]> {
  return db.query(
    `select coalesce(u.parent_id, v.user_id) as customer, sum(v.quote)::text as quote
      from fee_volume_day v left join users u on u.id = v.user_id
     where v.day >= $1 and v.day < $2 group by 1`,
    [from, to],
  )
}

/** Whose level a user has, which it is, and the day that it stands since; 0 before the first. */
export async function customerOf(
  db: Sql,
  userId: string,
): Promise<{ readonly customer: string; readonly level: number; readonly assessedDay: number }> {
  const [row] = await db.query<{ customer: string; vip_level: number; assessed_day: bigint }>(
    `select coalesce(u.parent_id, u.id) as customer, u.vip_level, p.assessed_day
      from users u cross join fee_tier_progress p where u.id = $1`,
    [userId],
  )
  return {
    customer: row?.customer ?? userId,
    level: row?.vip_level ?? 0,
    assessedDay: Number(row?.assessed_day ?? 0),
  }
}

/** Quote atoms that a customer traded, day by day. */
export async function volumeDaysOf(
  db: Sql,
  { customer, from, to }: OfCustomer & { readonly from: number; readonly to: number },
): Promise<readonly { readonly day: bigint; readonly quote: string }[]> {
  return db.query(
    `select v.day, sum(v.quote)::text as quote from fee_volume_day v
      where v.user_id in (select id from users where id = $1 or parent_id = $1)
       and v.day >= $2 and v.day < $3 group by v.day order by v.day`,
    [customer, from, to],
  )
}

/** What was in the live accounts, of all types, when the day began; of all customers, or of one. */
export async function balancesAt(
  db: Sql,
  { day, customer }: { readonly day: number; readonly customer?: string },
): Promise<readonly (OfCustomer & { readonly asset: string; readonly atoms: string })[]> {
  return db.query(
    `select coalesce(u.parent_id, ${userIdIn('a.owner')}) as customer, a.asset,
       sum(a.balance - coalesce((select sum(d.moved) from ledger_day d where d.account = a.id
         and d.day >= $1), 0))::text as atoms
     from ledger_account a left join users u on u.id = ${userIdIn('a.owner')}
     where a.realm = 'live' and (a.owner like 'user:%' or a.owner like 'debt:%')
       and ($2::text is null or ${userIdIn('a.owner')} in
         (select id from users where id = $2 or parent_id = $2))
     group by 1, 2`,
    [day, customer ?? null],
  )
}

/**
 * Gives every user the level of its customer, 0 to who is not named, and notes the day: both or
 * neither. Answers how many changed.
 */
export async function writeLevels(
  db: Sql,
  { day, levels }: { readonly day: number; readonly levels: Readonly<Record<string, number>> },
): Promise<number> {
  const changed = await db.query(
    `with noted as (update fee_tier_progress set assessed_day = $1)
     update users u set vip_level = coalesce(($2::jsonb ->> coalesce(u.parent_id, u.id))::integer,
       0)
     where u.vip_level <> coalesce(($2::jsonb ->> coalesce(u.parent_id, u.id))::integer, 0)
       returning u.id`,
    [day, JSON.stringify(levels)],
  )
  return changed.length
}
