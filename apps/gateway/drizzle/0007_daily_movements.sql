-- What each account gained or lost on each UTC day, so that the worth of a past day needs no walk through all entries.
create table ledger_day (
  account bigint not null references ledger_account (id),
  -- Days since the epoch, UTC, by the time of the transaction.
  day bigint not null,
  moved numeric(38, 0) not null,
  -- The part of it that came from outside, or went there.
  deposited numeric(38, 0) not null,
  primary key (account, day)
);
--> statement-breakpoint
insert into ledger_day (account, day, moved, deposited)
select account, day, sum(amount), sum(deposited) from (
  select e.credit_account as account, t.at / 86400000 as day, e.amount, case when e.kind in ('grant', 'withdraw') then e.amount else 0 end as deposited from ledger_entry e join ledger_transaction t using (seq, part)
  union all
  select e.debit_account, t.at / 86400000, -e.amount, case when e.kind in ('grant', 'withdraw') then -e.amount else 0 end from ledger_entry e join ledger_transaction t using (seq, part)
) moves group by account, day;
--> statement-breakpoint
-- As before, and the days with the balances.
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

  insert into ledger_entry (seq, part, line, realm, asset, kind, debit_account, credit_account, amount)
  select e.seq, e.part, e.line, e.realm, e.asset, e.kind, d.id, c.id, e.amount
  from jsonb_to_recordset(batch -> 'entries') as e (seq bigint, part integer, line integer, realm text, asset text, kind text, debit text, credit text, amount numeric)
  join ledger_account d on d.realm = e.realm and d.owner = e.debit and d.asset = e.asset
  join ledger_account c on c.realm = e.realm and c.owner = e.credit and c.asset = e.asset;
  get diagnostics written = row_count;
  if written <> jsonb_array_length(batch -> 'entries') then
    raise exception 'An entry names an account that is not open' using errcode = 'integrity_constraint_violation';
  end if;

  if to_regclass('pg_temp.ledger_movement') is null then
    create temporary table ledger_movement (account bigint not null, balance numeric(38, 0) not null, held numeric(38, 0) not null, day bigint, deposited numeric(38, 0) not null) on commit delete rows;
  end if;
  delete from ledger_movement;
  with moved as (
    select e.realm, e.asset, e.debit, e.credit, e.amount, t.at / 86400000 as day, case when e.kind in ('grant', 'withdraw') then e.amount else 0 end as deposited
    from jsonb_to_recordset(batch -> 'entries') as e (seq bigint, part integer, realm text, asset text, kind text, debit text, credit text, amount numeric)
    join jsonb_to_recordset(batch -> 'transactions') as t (seq bigint, part integer, at bigint) using (seq, part)
  )
  insert into ledger_movement
  select d.id, -m.amount, 0, m.day, -m.deposited from moved m join ledger_account d on d.realm = m.realm and d.owner = m.debit and d.asset = m.asset
  union all
  select c.id, m.amount, 0, m.day, m.deposited from moved m join ledger_account c on c.realm = m.realm and c.owner = m.credit and c.asset = m.asset;

  insert into ledger_day (account, day, moved, deposited)
  select account, day, sum(balance), sum(deposited) from ledger_movement group by account, day
  on conflict (account, day) do update set moved = ledger_day.moved + excluded.moved, deposited = ledger_day.deposited + excluded.deposited;

  -- Holds arrive as they stand after the batch; what an account holds moves by the difference.
  insert into ledger_movement select h.account, 0, -h.amount, null, 0 from ledger_hold h where h.order_id in (select (o ->> 'order_id')::bigint from jsonb_array_elements(batch -> 'holds') o);
  delete from ledger_hold where order_id in (select (o ->> 'order_id')::bigint from jsonb_array_elements(batch -> 'holds') o);
  with placed as (
    insert into ledger_hold (order_id, account, realm, asset, amount)
    select h.order_id, a.id, h.realm, h.asset, h.amount
    from jsonb_to_recordset(batch -> 'holds') as h (order_id bigint, realm text, owner text, asset text, amount numeric)
    join ledger_account a on a.realm = h.realm and a.owner = h.owner and a.asset = h.asset
    where h.amount > 0
    returning account, amount
  )
  insert into ledger_movement select account, 0, amount, null, 0 from placed;

  perform 1 from ledger_account where id in (select account from ledger_movement) order by id for update;
  update ledger_account a set balance = a.balance + c.balance, held = a.held + c.held
  from (select account, sum(balance) as balance, sum(held) as held from ledger_movement group by account) c
  where a.id = c.account;

  insert into spot_order (order_id, realm, user_id, client_oid, symbol, side, order_type, time_in_force, ticks, lots, budget, filled_lots, filled_tick_lots, fee, status, season, created_at, updated_at, closed_seq, legs)
  select o.* from jsonb_to_recordset(batch -> 'orders') as o (order_id bigint, realm text, user_id text, client_oid text, symbol text, side text, order_type text, time_in_force text, ticks bigint, lots bigint, budget bigint, filled_lots bigint, filled_tick_lots numeric, fee numeric, status text, season integer, created_at bigint, updated_at bigint, closed_seq bigint, legs jsonb)
  on conflict (order_id) do update set time_in_force = excluded.time_in_force, ticks = excluded.ticks, lots = excluded.lots, budget = excluded.budget, legs = excluded.legs,
    filled_lots = excluded.filled_lots, filled_tick_lots = excluded.filled_tick_lots, fee = excluded.fee,
    status = excluded.status, updated_at = excluded.updated_at, closed_seq = excluded.closed_seq;

  insert into spot_fill (fill_id, trade_id, seq, part, order_id, realm, user_id, ticks, lots, quote, fee, role, status, at, spread, impact, latency, latency_ms)
  select f.* from jsonb_to_recordset(batch -> 'fills') as f (fill_id bigint, trade_id bigint, seq bigint, part integer, order_id bigint, realm text, user_id text, ticks bigint, lots bigint, quote numeric, fee numeric, role text, status text, at bigint, spread numeric, impact numeric, latency numeric, latency_ms integer);

  update ledger_progress set settled_seq = through;
  return through;
end
$$;
