import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { Sql } from '../../platform/db/Database.ts'
import { KIND_SQL } from './kinds.ts'

/** What of a statement is wanted; what is absent narrows nothing. */
export interface LinesWanted {
  readonly realm: Realm
  readonly userId: string
  readonly account?: string | undefined
  readonly asset?: string | undefined
  readonly kind?: string | undefined
  /** Milliseconds, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** A line as the ledger has it; amounts are atoms. */
export interface StoredLine {
  readonly lineId: string
  readonly owner: string
  readonly asset: string
  readonly kind: string
  readonly amount: bigint
  readonly balance: bigint
  readonly reference: string
  readonly at: number
}

/** Every account of a user: `user:7`, `user:7/…` and `debt:7/…`. "0" follows "/". */
const OWN = `own as materialized (
  select id, owner, asset, balance from ledger_account
  where realm = $1 and (owner collate "C" = 'user:' || $2::text
    or (owner collate "C" >= 'user:' || $2 || '/' and owner collate "C" < 'user:' || $2 || '0')
    or (owner collate "C" >= 'debt:' || $2 || '/' and owner collate "C" < 'debt:' || $2 || '0'))
    and ($3::text is null or asset = $3)
    and ($4::text is null or $4 = case when owner like 'debt:%' then 'loan'
      else coalesce(nullif(split_part(owner, '/', 2), ''), 'spot') end)
)`

const PASSES = `($5::text is null or ${KIND_SQL} = $5)
  and ($6::bigint is null or t.at >= $6) and ($7::bigint is null or t.at <= $7)`

const wantedParams = ({ realm, userId, account, asset, kind, from, to }: LinesWanted) =>
  [realm, userId, asset, account, kind, from, to].map((value) => value ?? null)

/** Lines of one account on one side of its entries; a debit is line 0 of an entry, a credit 1. */
const side = (of: 'debit' | 'credit', { lastLine }: { readonly lastLine: string }) => `(
  select e.seq, e.part, e.line, ${of === 'debit' ? 0 : 1} as side, ${KIND_SQL} as kind,
    ${of === 'debit' ? '-' : ''}e.amount as amount, t.idempotency_key as reference, t.at
  from ledger_entry e join ledger_transaction t using (seq, part)
  where e.${of}_account = own.id
    and ($8::bigint is null or (e.seq, e.part, e.line) < ($8, $9::integer, ${lastLine}::integer))
    and ${PASSES}
  order by e.seq desc, e.part desc, e.line desc limit $12
)`

/** What an account gained or lost in entries on one side that meet a condition on their place. */
const changes = (of: 'debit' | 'credit', where: string) => `select own.id as account, e.seq,
  e.part, e.line, ${of === 'debit' ? 0 : 1} as side, ${of === 'debit' ? '-' : ''}e.amount as amount
  from own join ledger_entry e on e.${of}_account = own.id, ends
  where own.id in (select account from touched) and ${where}`

const PLACE = '(e.seq, e.part, e.line)'
const BETWEEN = `${PLACE} >= (ends.low_seq, ends.low_part, ends.low_line)
  and ${PLACE} <= (ends.high_seq, ends.high_part, ends.high_line)`
const AFTER = `${PLACE} > (ends.high_seq, ends.high_part, ends.high_line)`

/**
 * The balance after a line is that of now less what came later. The lines found and the changes
 * between them are one list, in which a line stands right before its own change: a planner without
 * statistics joined them by a loop in a loop.
 */
const LINES = `with ${OWN}, found as materialized (
  select own.id as account, l.* from own cross join lateral (
    select * from ${side('debit', { lastLine: '$10' })} d
    union all select * from ${side('credit', { lastLine: '$11' })} c
  ) l order by l.seq desc, l.part desc, l.line desc, l.side desc, own.id desc limit $12
), touched as materialized (
  select distinct account from found
), ends as materialized (
  select h.seq as high_seq, h.part as high_part, h.line as high_line,
    l.seq as low_seq, l.part as low_part, l.line as low_line
  from (select seq, part, line from found order by seq desc, part desc, line desc limit 1) h,
    (select seq, part, line from found order by seq, part, line limit 1) l
), later as (
  select account, sum(amount) as amount
  from (${changes('debit', AFTER)} union all ${changes('credit', AFTER)}) c group by account
), listed as (
  select account, seq, part, line, side, 0 as change, true as is_found, amount, kind, reference, at
  from found
  union all select account, seq, part, line, side, amount, false, null, null, null, null
  from (${changes('debit', BETWEEN)} union all ${changes('credit', BETWEEN)}) c
), running as (
  select listed.*, sum(change) over (
    partition by account
    order by seq desc, part desc, line desc, side desc, is_found desc
    rows between unbounded preceding and 1 preceding) as between_change
  from listed
)
select r.seq, r.part, r.line, r.side, r.kind, r.amount::text as amount, r.reference, r.at,
  own.owner, own.asset,
  (own.balance - coalesce(later.amount, 0) - coalesce(r.between_change, 0))::text as balance
from running r join own on own.id = r.account left join later on later.account = r.account
where r.is_found
order by r.seq desc, r.part desc, r.line desc, r.side desc`

interface Row {
  readonly seq: bigint
  readonly part: number
  readonly line: number
  readonly side: number
  readonly kind: string
  readonly amount: string
  readonly balance: string
  readonly reference: string
  readonly at: bigint
  readonly owner: string
  readonly asset: string
}

/** Lines of all accounts of a user, the latest first; `cursor` is the last line that was seen. */
export async function statementLines(
  db: Sql,
  { cursor, limit, ...wanted }: LinesWanted & { cursor: string | undefined; limit: number },
): Promise<readonly StoredLine[]> {
  const [seq, part, line, lastSide] = cursor?.split('.').map(Number) ?? []
  const rows = await db.query<Row>(LINES, [
    ...wantedParams(wanted),
    seq ?? null,
    part ?? null,
    // Of an entry between two accounts of the user the credit is shown above the debit.
    line === undefined ? null : line + (lastSide === 1 ? 1 : 0),
    line ?? null,
    limit,
  ])
  return rows.map((row) => ({
    lineId: `${row.seq}.${row.part}.${row.line}.${row.side}`,
    owner: row.owner,
    asset: row.asset,
    kind: row.kind,
    amount: BigInt(row.amount),
    balance: BigInt(row.balance),
    reference: row.reference,
    at: Number(row.at),
  }))
}

/** How many lines a statement has. */
export async function countLines(db: Sql, wanted: LinesWanted): Promise<number> {
  // The transactions are read only where they decide: they are most of the time of a long count.
  const isAll = [wanted.kind, wanted.from, wanted.to].every((each) => each === undefined)
  const passing = isAll ? '' : `join ledger_transaction t using (seq, part) where ${PASSES}`
  const count = (of: 'debit' | 'credit') => `select count(*) as lines from own
    join ledger_entry e on e.${of}_account = own.id ${passing}`
  const [row] = await db.query<{ readonly lines: string }>(
    `with ${OWN} select sum(lines)::text as lines
      from (${count('debit')} union all ${count('credit')}) c`,
    wantedParams(wanted).slice(0, isAll ? 4 : undefined),
  )
  return Number(row?.lines ?? 0)
}

/** Sums of a user's lines in one asset and of one kind, before and inside a span of time. */
export interface KindSums {
  readonly asset: string
  readonly kind: string
  readonly before: bigint
  readonly received: bigint
  readonly paid: bigint
}

/** `from` included, `to` not. */
export async function sumsByKind(
  db: Sql,
  { realm, userId, from, to }: Required<Pick<LinesWanted, 'realm' | 'userId'>> & SpanOfTime,
): Promise<readonly KindSums[]> {
  const lines = (of: 'debit' | 'credit') => `select own.asset, ${KIND_SQL} as kind, t.at,
    ${of === 'debit' ? '-' : ''}e.amount as amount from own
    join ledger_entry e on e.${of}_account = own.id
    join ledger_transaction t using (seq, part) where t.at < $6`
  const rows = await db.query<{ [K in keyof KindSums]: string }>(
    `with ${OWN} select asset, kind,
      coalesce(sum(amount) filter (where at < $5), 0)::text as before,
      coalesce(sum(amount) filter (where at >= $5 and amount > 0), 0)::text as received,
      coalesce(-sum(amount) filter (where at >= $5 and amount < 0), 0)::text as paid
      from (${lines('debit')} union all ${lines('credit')}) l group by asset, kind
      order by asset, kind`,
    [realm, userId, null, null, from, to],
  )
  return rows.map(({ asset, kind, before, received, paid }) => ({
    asset,
    kind,
    before: BigInt(before),
    received: BigInt(received),
    paid: BigInt(paid),
  }))
}

export interface SpanOfTime {
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
}
