-- The ledger (design: trading section 4). Amounts are whole atoms of their asset. An account's balance is what was credited
-- to it less what was debited from it; what can be spent is balance - held.
create table ledger_account (
  id bigint generated always as identity primary key,
  realm text not null check (realm in ('live', 'paper')),
  -- 'user:<id>', 'house', 'fees' or 'issuance'
  owner text not null,
  asset text not null,
  may_go_negative boolean not null default false,
  balance numeric(38, 0) not null default 0,
  held numeric(38, 0) not null default 0 check (held >= 0),
  constraint ledger_account_covered check (may_go_negative or balance - held >= 0),
  unique (realm, owner, asset),
  -- What entries and holds point at: realm and asset travel with the id, so that no entry can join two of either.
  unique (id, realm, asset)
);
--> statement-breakpoint
create table ledger_transaction (
  -- The journal record that caused it, and its place among that record's transactions.
  seq bigint not null,
  part integer not null,
  realm text not null,
  kind text not null check (kind in ('trade', 'grant', 'reset')),
  scope text not null,
  idempotency_key text not null,
  at bigint not null,
  primary key (seq, part),
  unique (seq, part, realm),
  unique (realm, scope, idempotency_key)
);
--> statement-breakpoint
create table ledger_entry (
  seq bigint not null,
  part integer not null,
  line integer not null,
  realm text not null,
  asset text not null,
  kind text not null check (kind in ('base', 'quote', 'fee', 'grant', 'withdraw')),
  debit_account bigint not null,
  credit_account bigint not null,
  amount numeric(38, 0) not null check (amount > 0),
  primary key (seq, part, line),
  check (debit_account <> credit_account),
  foreign key (seq, part, realm) references ledger_transaction (seq, part, realm),
  foreign key (debit_account, realm, asset) references ledger_account (id, realm, asset),
  foreign key (credit_account, realm, asset) references ledger_account (id, realm, asset)
);
--> statement-breakpoint
create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
--> statement-breakpoint
create trigger ledger_entry_is_final before update or delete or truncate on ledger_entry for each statement execute function ledger_refuse_change();
--> statement-breakpoint
create trigger ledger_transaction_is_final before update or delete or truncate on ledger_transaction for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- One row per open order that keeps funds back.
create table ledger_hold (
  order_id bigint primary key,
  account bigint not null,
  realm text not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  foreign key (account, realm, asset) references ledger_account (id, realm, asset)
);
--> statement-breakpoint
create table spot_order (
  order_id bigint primary key,
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  client_oid text not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  order_type text not null,
  time_in_force text not null,
  ticks bigint not null,
  lots bigint not null,
  budget bigint not null,
  filled_lots bigint not null,
  filled_tick_lots numeric(38, 0) not null,
  fee numeric(38, 0) not null,
  status text not null check (status in ('open', 'partially_filled', 'filled', 'cancelled')),
  season integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- The journal record that closed it.
  closed_seq bigint
);
--> statement-breakpoint
create index spot_order_history on spot_order (realm, user_id, closed_seq desc, order_id desc) where closed_seq is not null;
--> statement-breakpoint
create table spot_fill (
  fill_id bigint primary key,
  trade_id bigint not null,
  seq bigint not null,
  part integer not null,
  order_id bigint not null references spot_order (order_id),
  realm text not null,
  user_id text not null,
  ticks bigint not null,
  lots bigint not null,
  quote numeric(38, 0) not null,
  fee numeric(38, 0) not null,
  role text not null check (role in ('maker', 'taker')),
  status text not null,
  at bigint not null,
  spread numeric(38, 0),
  impact numeric(38, 0),
  foreign key (seq, part, realm) references ledger_transaction (seq, part, realm)
);
--> statement-breakpoint
create index spot_fill_history on spot_fill (realm, user_id, fill_id desc);
--> statement-breakpoint
create index spot_fill_order on spot_fill (order_id);
--> statement-breakpoint
-- How far the journal is settled: one row.
create table ledger_progress (
  only_row boolean primary key default true check (only_row),
  settled_seq bigint not null
);
--> statement-breakpoint
insert into ledger_progress (settled_seq) values (0);
--> statement-breakpoint
-- Settles one batch of journal records, whole or not at all. `after` must be where the ledger stands, so that no record is settled twice or skipped.
create function ledger_settle(batch jsonb) returns bigint language plpgsql as $$
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

  if to_regclass('pg_temp.ledger_change') is null then
    create temporary table ledger_change (account bigint not null, balance numeric(38, 0) not null, held numeric(38, 0) not null) on commit delete rows;
  end if;
  delete from ledger_change;
  insert into ledger_change
  select d.id, -e.amount, 0 from jsonb_to_recordset(batch -> 'entries') as e (realm text, asset text, debit text, amount numeric)
  join ledger_account d on d.realm = e.realm and d.owner = e.debit and d.asset = e.asset
  union all
  select c.id, e.amount, 0 from jsonb_to_recordset(batch -> 'entries') as e (realm text, asset text, credit text, amount numeric)
  join ledger_account c on c.realm = e.realm and c.owner = e.credit and c.asset = e.asset;

  -- Holds arrive as they stand after the batch; what an account holds moves by the difference.
  insert into ledger_change select h.account, 0, -h.amount from ledger_hold h where h.order_id in (select (o ->> 'order_id')::bigint from jsonb_array_elements(batch -> 'holds') o);
  delete from ledger_hold where order_id in (select (o ->> 'order_id')::bigint from jsonb_array_elements(batch -> 'holds') o);
  with placed as (
    insert into ledger_hold (order_id, account, realm, asset, amount)
    select h.order_id, a.id, h.realm, h.asset, h.amount
    from jsonb_to_recordset(batch -> 'holds') as h (order_id bigint, realm text, owner text, asset text, amount numeric)
    join ledger_account a on a.realm = h.realm and a.owner = h.owner and a.asset = h.asset
    where h.amount > 0
    returning account, amount
  )
  insert into ledger_change select account, 0, amount from placed;

  perform 1 from ledger_account where id in (select account from ledger_change) order by id for update;
  update ledger_account a set balance = a.balance + c.balance, held = a.held + c.held
  from (select account, sum(balance) as balance, sum(held) as held from ledger_change group by account) c
  where a.id = c.account;

  insert into spot_order (order_id, realm, user_id, client_oid, symbol, side, order_type, time_in_force, ticks, lots, budget, filled_lots, filled_tick_lots, fee, status, season, created_at, updated_at, closed_seq)
  select o.* from jsonb_to_recordset(batch -> 'orders') as o (order_id bigint, realm text, user_id text, client_oid text, symbol text, side text, order_type text, time_in_force text, ticks bigint, lots bigint, budget bigint, filled_lots bigint, filled_tick_lots numeric, fee numeric, status text, season integer, created_at bigint, updated_at bigint, closed_seq bigint)
  on conflict (order_id) do update set filled_lots = excluded.filled_lots, filled_tick_lots = excluded.filled_tick_lots, fee = excluded.fee,
    status = excluded.status, updated_at = excluded.updated_at, closed_seq = excluded.closed_seq;

  insert into spot_fill (fill_id, trade_id, seq, part, order_id, realm, user_id, ticks, lots, quote, fee, role, status, at, spread, impact)
  select f.* from jsonb_to_recordset(batch -> 'fills') as f (fill_id bigint, trade_id bigint, seq bigint, part integer, order_id bigint, realm text, user_id text, ticks bigint, lots bigint, quote numeric, fee numeric, role text, status text, at bigint, spread numeric, impact numeric);

  update ledger_progress set settled_seq = through;
  return through;
end
$$;
