-- One gateway at a time trades on a database (S3). The lease says which; its epoch grows with each holder, and settlements of a former
-- holder are refused whatever its journal says.
create table writer_lease (
  only_row boolean primary key default true check (only_row),
  epoch bigint not null,
  -- Drawn by the holder; null: released, nobody holds it.
  token text,
  host text,
  pid integer,
  boot_id text,
  pid_namespace text,
  start_time text,
  since timestamptz,
  expires_at timestamptz
);
--> statement-breakpoint
insert into writer_lease (epoch) values (0);
--> statement-breakpoint
-- `epoch`: whose settlements are taken. `opened_epoch`: the latest holder that opened trading. `installation`: the data folders that belong here.
alter table ledger_progress add column epoch bigint not null default 0, add column opened_epoch bigint not null default 0, add column installation text;
--> statement-breakpoint
-- What brings an open order back when the journal is lost, null once it has closed; its `rank` is the record with which it took its place in
-- the book. `digest` and `answered` are of the request that placed it: the same request again is answered, not run.
alter table spot_order add column open_terms jsonb, add column digest text, add column answered text;
--> statement-breakpoint
create index spot_order_open on spot_order (order_id) where closed_seq is null;
--> statement-breakpoint
-- Idempotency keys of top-ups, of the last two days: orders and transfers have rows of their own.
create table used_key (
  key text primary key,
  digest text not null,
  at bigint not null
);
--> statement-breakpoint
create index used_key_age on used_key (at);
--> statement-breakpoint
-- As before, for the current epoch only. A batch without one is of a gateway from before there were epochs.
create or replace function ledger_settle(batch jsonb) returns bigint language plpgsql as $$
declare
  stands bigint;
  current_epoch bigint;
  through bigint := (batch ->> 'through')::bigint;
  written bigint;
begin
  select settled_seq, epoch into stands, current_epoch from ledger_progress for update;
  if current_epoch <> coalesce((batch ->> 'epoch')::bigint, 0) then
    raise exception 'The batch is of epoch %, another gateway trades in epoch %', coalesce(batch ->> 'epoch', '0'), current_epoch using errcode = 'WF001';
  end if;
  if stands <> (batch ->> 'after')::bigint or through < stands then
    raise exception 'The batch after % through % does not follow %', batch ->> 'after', through, stands using errcode = 'integrity_constraint_violation';
  end if;

  insert into ledger_account (realm, owner, asset, may_go_negative)
  select a.realm, a.owner, a.asset, a.free from jsonb_to_recordset(batch -> 'accounts') as a (realm text, owner text, asset text, free boolean)
  on conflict (realm, owner, asset) do nothing;

  insert into ledger_transaction (seq, part, realm, kind, scope, idempotency_key, at)
  select t.* from jsonb_to_recordset(batch -> 'transactions') as t (seq bigint, part integer, realm text, kind text, scope text, key text, at bigint);

  with named as materialized (
    select a.id, a.realm, a.owner, a.asset
    from jsonb_to_recordset(batch -> 'accounts') as n (realm text, owner text, asset text)
    join ledger_account a on a.realm = n.realm and a.owner = n.owner and a.asset = n.asset
  ), entry as materialized (
    select e.seq, e.part, e.line, e.realm, e.asset, e.kind, d.id as debit, c.id as credit, e.amount, t.at / 86400000 as day,
      case when e.kind in ('grant', 'withdraw', 'transfer') then e.amount else 0 end as deposited
    from jsonb_to_recordset(batch -> 'entries') as e (seq bigint, part integer, line integer, realm text, asset text, kind text, debit text, credit text, amount numeric)
    join jsonb_to_recordset(batch -> 'transactions') as t (seq bigint, part integer, at bigint) on t.seq = e.seq and t.part = e.part
    join named d on d.realm = e.realm and d.owner = e.debit and d.asset = e.asset
    join named c on c.realm = e.realm and c.owner = e.credit and c.asset = e.asset
  ), lines as (
    insert into ledger_entry (seq, part, line, realm, asset, kind, debit_account, credit_account, amount)
    select seq, part, line, realm, asset, kind, debit, credit, amount from entry
  ), moved as materialized (
    select credit as account, day, amount, deposited from entry
    union all
    select debit, day, -amount, -deposited from entry
  ), days as (
    insert into ledger_day (account, day, moved, deposited)
    select account, day, sum(amount), sum(deposited) from moved group by account, day
    on conflict (account, day) do update set moved = ledger_day.moved + excluded.moved, deposited = ledger_day.deposited + excluded.deposited
  ), hold as materialized (
    select h.order_id, a.id as account, h.realm, h.asset, h.amount
    from jsonb_to_recordset(batch -> 'holds') as h (order_id bigint, realm text, owner text, asset text, amount numeric)
    join named a on a.realm = h.realm and a.owner = h.owner and a.asset = h.asset
  ), former as materialized (
    select l.order_id, l.account, l.amount from ledger_hold l where l.order_id in (select order_id from hold)
  ), ended as (
    delete from ledger_hold where order_id in (select order_id from hold where amount = 0)
  ), placed as (
    insert into ledger_hold (order_id, account, realm, asset, amount) select order_id, account, realm, asset, amount from hold where amount > 0
    on conflict (order_id) do update set amount = excluded.amount
  ), change as materialized (
    -- Holds arrive as they stand after the batch; what an account holds moves by the difference.
    select account, sum(balance) as balance, sum(held) as held from (
      select account, amount as balance, 0 as held from moved
      union all select account, 0, amount from hold
      union all select account, 0, -amount from former
    ) part group by account
  ), locked as materialized (
    select id from ledger_account where id in (select account from change) order by id for update
  ), changed as (
    update ledger_account a set balance = a.balance + c.balance, held = a.held + c.held
    from change c join locked l on l.id = c.account
    where a.id = c.account
  )
  select count(*) into written from entry;
  if written <> jsonb_array_length(batch -> 'entries') then
    raise exception 'An entry names an account that is not open' using errcode = 'integrity_constraint_violation';
  end if;

  insert into spot_order (order_id, realm, user_id, client_oid, symbol, side, order_type, time_in_force, ticks, lots, budget, filled_lots, filled_tick_lots, fee, status, season, created_at, updated_at, closed_seq, legs, open_terms, digest, answered)
  select o.* from jsonb_to_recordset(batch -> 'orders') as o (order_id bigint, realm text, user_id text, client_oid text, symbol text, side text, order_type text, time_in_force text, ticks bigint, lots bigint, budget bigint, filled_lots bigint, filled_tick_lots numeric, fee numeric, status text, season integer, created_at bigint, updated_at bigint, closed_seq bigint, legs jsonb, open_terms jsonb, digest text, answered text)
  on conflict (order_id) do update set time_in_force = excluded.time_in_force, ticks = excluded.ticks, lots = excluded.lots, budget = excluded.budget, legs = excluded.legs,
    filled_lots = excluded.filled_lots, filled_tick_lots = excluded.filled_tick_lots, fee = excluded.fee,
    status = excluded.status, updated_at = excluded.updated_at, closed_seq = excluded.closed_seq,
    open_terms = case when excluded.closed_seq is null then coalesce(spot_order.open_terms, '{}') || excluded.open_terms end,
    digest = coalesce(spot_order.digest, excluded.digest), answered = coalesce(spot_order.answered, excluded.answered);

  insert into spot_fill (fill_id, trade_id, seq, part, order_id, realm, user_id, ticks, lots, quote, fee, role, status, at, spread, impact, latency, latency_ms)
  select f.* from jsonb_to_recordset(batch -> 'fills') as f (fill_id bigint, trade_id bigint, seq bigint, part integer, order_id bigint, realm text, user_id text, ticks bigint, lots bigint, quote numeric, fee numeric, role text, status text, at bigint, spread numeric, impact numeric, latency numeric, latency_ms integer);

  insert into asset_transfer (transfer_id, seq, part, asset, amount, from_user, to_user, asked_by, client_oid, left_behind, at)
  select m.* from jsonb_to_recordset(batch -> 'transfers') as m (transfer_id bigint, seq bigint, part integer, asset text, amount numeric, from_user text, to_user text, asked_by text, client_oid text, left_behind numeric, at bigint);

  if jsonb_array_length(coalesce(batch -> 'keys', '[]')) > 0 then
    insert into used_key (key, digest, at) select k.key, k.digest, k.at from jsonb_to_recordset(batch -> 'keys') as k (key text, digest text, at bigint)
    on conflict (key) do update set digest = excluded.digest, at = excluded.at;
    delete from used_key where at < (select max(at) from used_key) - 172800000;
  end if;

  update ledger_progress set settled_seq = through;
  return through;
end
$$;
