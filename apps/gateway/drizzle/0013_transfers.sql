-- Transfers between the accounts of one customer (decision 243): in the live realm only, which the foreign keys then keep.
alter table ledger_transaction drop constraint ledger_transaction_kind_check;
--> statement-breakpoint
alter table ledger_transaction add constraint ledger_transaction_kind_check check (kind in ('trade', 'grant', 'reset', 'transfer'));
--> statement-breakpoint
alter table ledger_entry drop constraint ledger_entry_kind_check;
--> statement-breakpoint
alter table ledger_entry add constraint ledger_entry_kind_check check (kind in ('base', 'quote', 'fee', 'grant', 'withdraw', 'transfer'));
--> statement-breakpoint
create table asset_transfer (
  transfer_id bigint primary key,
  seq bigint not null,
  part integer not null,
  realm text not null default 'live' check (realm = 'live'),
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  from_user text not null,
  to_user text not null,
  -- Whose idempotency key `client_oid` is.
  asked_by text not null,
  client_oid text not null,
  -- What the sender owned of the asset afterwards.
  left_behind numeric(38, 0) not null check (left_behind >= 0),
  at bigint not null,
  unique (seq, part),
  check (from_user <> to_user),
  foreign key (seq, part, realm) references ledger_transaction (seq, part, realm)
);
--> statement-breakpoint
create index asset_transfer_from on asset_transfer (from_user, transfer_id desc);
--> statement-breakpoint
create index asset_transfer_to on asset_transfer (to_user, transfer_id desc);
--> statement-breakpoint
create index asset_transfer_asked on asset_transfer (asked_by, transfer_id desc);
--> statement-breakpoint
-- Keys are looked for when memory has forgotten them. Not unique: which key is taken was judged before the journal had the command.
create index asset_transfer_key on asset_transfer (asked_by, client_oid);
--> statement-breakpoint
create trigger asset_transfer_is_final before update or delete or truncate on asset_transfer for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- As before, with the transfers; what one moves was paid in on one side and taken out on the other, so that it is nobody's profit.
create or replace function ledger_settle(batch jsonb) returns bigint language plpgsql as $$
declare
  stands bigint;
  through bigint := (batch ->> 'through')::bigint;
  written bigint;
begin
  select settled_seq into stands from ledger_progress for update;
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

  insert into spot_order (order_id, realm, user_id, client_oid, symbol, side, order_type, time_in_force, ticks, lots, budget, filled_lots, filled_tick_lots, fee, status, season, created_at, updated_at, closed_seq, legs)
  select o.* from jsonb_to_recordset(batch -> 'orders') as o (order_id bigint, realm text, user_id text, client_oid text, symbol text, side text, order_type text, time_in_force text, ticks bigint, lots bigint, budget bigint, filled_lots bigint, filled_tick_lots numeric, fee numeric, status text, season integer, created_at bigint, updated_at bigint, closed_seq bigint, legs jsonb)
  on conflict (order_id) do update set time_in_force = excluded.time_in_force, ticks = excluded.ticks, lots = excluded.lots, budget = excluded.budget, legs = excluded.legs,
    filled_lots = excluded.filled_lots, filled_tick_lots = excluded.filled_tick_lots, fee = excluded.fee,
    status = excluded.status, updated_at = excluded.updated_at, closed_seq = excluded.closed_seq;

  insert into spot_fill (fill_id, trade_id, seq, part, order_id, realm, user_id, ticks, lots, quote, fee, role, status, at, spread, impact, latency, latency_ms)
  select f.* from jsonb_to_recordset(batch -> 'fills') as f (fill_id bigint, trade_id bigint, seq bigint, part integer, order_id bigint, realm text, user_id text, ticks bigint, lots bigint, quote numeric, fee numeric, role text, status text, at bigint, spread numeric, impact numeric, latency numeric, latency_ms integer);

  insert into asset_transfer (transfer_id, seq, part, asset, amount, from_user, to_user, asked_by, client_oid, left_behind, at)
  select m.* from jsonb_to_recordset(batch -> 'transfers') as m (transfer_id bigint, seq bigint, part integer, asset text, amount numeric, from_user text, to_user text, asked_by text, client_oid text, left_behind numeric, at bigint);

  update ledger_progress set settled_seq = through;
  return through;
end
$$;
