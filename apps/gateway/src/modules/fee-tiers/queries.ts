import { parseUnits } from '@x/decimal'
import { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { userIdIn } from '../../exchange/ledger/ownerColumns.ts'
import type { Sql } from '../../platform/db/Database.ts'

/** What a customer traded or holds. Sub-accounts count with the account that they belong to. */
interface OfCustomer {
  readonly customer: string
}

const CHUNK = 20_000

/** The quote asset of volumes. */
export const QUOTE = 'USDT'

/** What a lot of each inverse contract is worth, in quote atoms. */
const LOT_VALUES = JSON.stringify(
  Object.fromEntries(
    CONTRACTS.flatMap(({ id, settlement }) =>
      settlement.kind === 'inverse'
        ? [[id, String(parseUnits(settlement.contractValue, scaleOf(QUOTE)))]]
        : [],
    ),
  ),
)

/** Where fills of a kind are, how far they are counted, and what one is worth in quote atoms. */
const FILLS = {
  pairs: { table: 'spot_fill', mark: 'counted_fill', quote: 'f.quote', values: [] },
  contracts: {
    table: 'futures_fill',
    mark: 'counted_contract_fill',
    quote: `coalesce((select f.lots * ($2::jsonb ->> o.symbol)::numeric from futures_order o
      where o.order_id = f.order_id), f.value)`,
    values: [LOT_VALUES],
  },
} as const
type FillKind = keyof typeof FILLS

/**
 * Adds settled fills that were not counted yet to their days: each once, for counts and mark are
 * written by one statement. What a customer traded with themselves is no volume, nor is what was
 * traded on paper. Answers whether there may be more.
 */
export async function countFills(db: Sql, kind: FillKind): Promise<boolean> {
  const { table, mark, quote, values } = FILLS[kind]
  // The fills of a trade have neighbouring numbers and are settled together.
  const [{ fills } = { fills: 0n }] = await db.query<{ fills: bigint }>(
    `with mark as (select ${mark} as counted from fee_tier_progress for update),
     chunk as (select fill_id, trade_id, user_id, realm, at, ${quote} as quote from ${table} f
       where fill_id > (select counted from mark) order by fill_id limit $1),
     counted as (
       insert into fee_volume_day (user_id, day, quote)
       select f.user_id, f.at / 86400000, sum(f.quote) from chunk f left join users u
         on u.id = f.user_id
       where f.realm = 'live' and not exists (
         select 1 from ${table} o left join users ou on ou.id = o.user_id
         where o.fill_id in (f.fill_id - 1, f.fill_id + 1) and o.trade_id = f.trade_id
           and coalesce(ou.parent_id, o.user_id) = coalesce(u.parent_id, f.user_id)
       )
       group by 1, 2
       on conflict (user_id, day) do update set quote = fee_volume_day.quote + excluded.quote
     )
     update fee_tier_progress set ${mark} = coalesce((select max(fill_id) from chunk), ${mark})
       returning (select count(*) from chunk) as fills`,
    [CHUNK, ...values],
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

/** Accounts that are one user's: also those of copies, leads and adverts that sell. */
const OWN_ACCOUNTS = `select a.id, a.asset, a.balance, coalesce(cf.user_id, cl.user_id, pa.user_id,
     case when a.owner like 'user:%' or a.owner like 'debt:%' then ${userIdIn('a.owner')} end)
       as user_id
   from ledger_account a
   left join copy_follow cf on a.owner = 'copy:' || cf.follow_id
   left join copy_lead cl on a.owner = 'lead:' || cl.lead_id
   left join p2p_advert pa on a.owner = 'p2p:' || pa.advert_id and pa.side = 'sell'
   where a.realm = 'live'`

/** Whether a column of user ids has who is asked for: all, or a customer with its sub-accounts. */
const isAsked = (column: string): string =>
  `($2::text is null or ${column} in (select id from users where id = $2 or parent_id = $2))`

/** What users had in accounts that they share when the day $1 began, from what is there now. */
const IN_SHARED = `select user_id, asset, principal as atoms from earn_position
     where closed_seq is null and ${isAsked('user_id')}
   union all
   select o.user_id, o.asset, -e.amount from owned o
     join ledger_entry e on e.debit_account = o.id and e.kind = 'earn'
     join ledger_transaction t using (seq, part) where t.at >= $1 * 86400000
   union all
   select o.user_id, o.asset, e.amount from owned o
     join ledger_entry e on e.credit_account = o.id and e.kind = 'earn'
     join ledger_transaction t using (seq, part) where t.at >= $1 * 86400000
   union all
   select p.user_id, p.asset, p.total - coalesce((select sum(c.amount) from red_packet_claim c
       where c.packet_id = p.packet_id and c.at < $1 * 86400000), 0)
     from red_packet p left join ledger_transaction t on (t.seq, t.part) = (p.closed_seq, 0)
     where p.created_at < $1 * 86400000 and (p.closed_seq is null or t.at >= $1 * 86400000)
       and ${isAsked('p.user_id')}
   union all
   select p.seller, p.asset, p.atoms from p2p_order p
     join p2p_advert pa using (advert_id)
     where pa.side = 'buy' and p.created_at < $1 * 86400000
       and (p.closed_seq is null or p.updated_at >= $1 * 86400000)
       and ${isAsked('p.seller')}`

/**
 * What customers had when the day began, all or one: in live accounts of all types, net of debts,
 * and in products.
 */
export async function balancesAt(
  db: Sql,
  { day, customer }: { readonly day: number; readonly customer?: string },
): Promise<readonly (OfCustomer & { readonly asset: string; readonly atoms: string })[]> {
  return db.query(
    `with owned as (
       select * from (${OWN_ACCOUNTS}) own where user_id is not null and ${isAsked('user_id')}
     ),
     had as (
       select user_id, asset, balance - coalesce((select sum(d.moved) from ledger_day d
         where d.account = owned.id and d.day >= $1), 0) as atoms from owned
       union all ${IN_SHARED}
     )
     select coalesce(u.parent_id, h.user_id) as customer, h.asset, sum(h.atoms)::text as atoms
     from had h left join users u on u.id = h.user_id
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
