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
