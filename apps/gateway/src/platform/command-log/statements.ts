/** The SQL of the log; `after` and `through` are numbers of records. */

export interface BatchRow {
  readonly after: string
  readonly through: string
  readonly epoch: string
  readonly bytes: Buffer | null
}

/** The bytes are compressed by nobody: they are read as often as written. */
export const CREATE = `
do $$ begin
  perform pg_advisory_xact_lock(7301127);
  if to_regclass('command_log') is null then
    create table command_log (
      shard integer not null,
      after bigint not null,
      through bigint not null check (through > after),
      epoch bigint not null,
      appended_at timestamptz not null default clock_timestamp(),
      bytes bytea not null,
      primary key (shard, after)
    );
    alter table command_log alter column bytes set storage external;
  end if;
  create table if not exists command_snapshot (
    shard integer not null,
    seq bigint not null,
    token text not null,
    sha256 text not null,
    stored_at timestamptz not null default clock_timestamp(),
    primary key (shard, seq)
  );
  create table if not exists command_snapshot_part (
    shard integer not null,
    seq bigint not null,
    token text not null,
    part integer not null,
    bytes bytea not null,
    primary key (shard, seq, token, part)
  );
  create table if not exists command_follower (
    shard integer not null,
    name text not null,
    seq bigint not null,
    seen_at timestamptz not null,
    primary key (shard, name)
  );
  if not exists (
    select from pg_attribute
    where attrelid = 'command_follower'::regclass and attname = 'known_rules'
  ) then
    alter table command_follower add column known_rules integer, add column known_at timestamptz;
  end if;
end $$`

/** Answers a row where it was appended. Of two that see the same end the key lets one in. */
export const APPEND = `
with last as (
  select through, epoch from command_log where shard = $1::integer order by after desc limit 1
), appended as (
  insert into command_log (shard, after, through, epoch, bytes)
  select $1::integer, $2::bigint, $3::bigint, $4::bigint, $5::bytea
  where coalesce((select through from last), 0) = $2::bigint
    and coalesce((select epoch from last), 0) <= $4::bigint
  on conflict (shard, after) do nothing
  returning through
)
select pg_notify('command_log', $1::text || ' ' || through::text) from appended`

/** Whether the batch after $2 is the one that was sent. It writes, so that its commit waits. */
export const IS_OWN = `
select epoch = $3::bigint and bytes = $4::bytea as is_own,
  pg_logical_emit_message(true, 'command-log', '')
from command_log where shard = $1::integer and after = $2::bigint`

export const READ = `
select after, through, epoch, bytes from command_log
where shard = $1::integer and after >= $2::bigint order by after limit $3::integer`

/** The last batch that begins before the record $2. Bytes only where it has that record. */
export const FIND_BEFORE = `
select after, through, epoch, case when through >= $2::bigint then bytes end as bytes
from command_log
where shard = $1::integer and after < $2::bigint - 1 order by after desc limit 1`

/** The last batch stays, by which the log knows its end. */
export const DROP = `
with dropped as (
  delete from command_log
  where shard = $1::integer and through < $2::bigint
    and after < (select max(after) from command_log where shard = $1::integer)
  returning 1
)
select count(*) from dropped`

/** A batch without records, before which there is nothing. */
export const BASE = `
insert into command_log (shard, after, through, epoch, bytes)
select $1::integer, -1, $2::bigint, 0, ''
where not exists (select from command_log where shard = $1::integer)
on conflict (shard, after) do nothing
returning through`

/** The newest snapshot that is not after the record $2. */
export const SNAPSHOT_BEFORE = `
select seq, token, sha256 from command_snapshot
where shard = $1::integer and seq <= $2::bigint order by seq desc limit 1`

/** Whether there is one of the record $2 or of a later one. */
export const HAS_SNAPSHOT = `
select 1 from command_snapshot where shard = $1::integer and seq >= $2::bigint limit 1`

export const ADD_PART = `
insert into command_snapshot_part (shard, seq, token, part, bytes)
values ($1::integer, $2::bigint, $3::text, $4::integer, $5::bytea)`

export const READ_PART = `
select bytes from command_snapshot_part
where shard = $1::integer and seq = $2::bigint and token = $3::text and part = $4::integer`

/**
 * Only from here on others see it. Of two that stored the same one it is the first one's, and none
 * comes after a later one: its parts may have gone with what was before that.
 */
export const ADD_SNAPSHOT = `
insert into command_snapshot (shard, seq, token, sha256)
select $1::integer, $2::bigint, $3::text, $4::text
where not exists (select from command_snapshot where shard = $1::integer and seq >= $2::bigint)
on conflict (shard, seq) do nothing returning seq`

export const DROP_PARTS = `
delete from command_snapshot_part
where shard = $1::integer and seq = $2::bigint and token = $3::text`

/**
 * Removes what is before the newest $2 and answers the oldest of these. Parts of one that was never
 * finished go with their successors.
 */
export const PRUNE_SNAPSHOTS = `
with kept as (
  select seq from command_snapshot where shard = $1::integer order by seq desc limit $2::integer
), oldest as (
  select min(seq) as seq from kept having count(*) = $2::integer
), dropped as (
  delete from command_snapshot s using oldest
  where s.shard = $1::integer and s.seq < oldest.seq
), parts as (
  delete from command_snapshot_part p using oldest
  where p.shard = $1::integer and p.seq < oldest.seq
)
select seq from oldest`

export const REPORT = `
insert into command_follower (shard, name, seq, seen_at, known_rules, known_at)
select $1::integer, $2::text, $3::bigint, now, $4::integer, now from clock_timestamp() as now
on conflict (shard, name) do update set seq = excluded.seq, seen_at = excluded.seen_at,
  known_rules = excluded.known_rules, known_at = excluded.known_at`

export interface FollowerRow {
  readonly name: string
  readonly seq: string
  readonly known_rules: number
}

/** A program from before rules had versions reports without one, also under a name that had. */
export const FOLLOWERS = `
with gone as (
  delete from command_follower where seen_at < clock_timestamp() - interval '1 day'
)
select name, seq, case when known_at = seen_at then known_rules else 0 end as known_rules
from command_follower
where shard = $1::integer and name <> $3::text
  and seen_at > clock_timestamp() - make_interval(secs => $2::float8)
order by name`

export const IS_EMPTY = `
select not exists (select from command_log where shard = $1::integer) as is_empty`
