-- What lists show of contracts. Changes of futures wallets, as their users see them.
create table futures_bill (
  seq bigint not null,
  part integer not null,
  line integer not null,
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  asset text not null,
  kind text not null,
  -- Signed, in atoms; of margin as the cross wallet sees it.
  amount numeric(38, 0) not null,
  symbol text,
  reference text not null,
  at bigint not null,
  primary key (seq, part, line)
);
--> statement-breakpoint
create index futures_bill_of_user on futures_bill (realm, user_id, seq desc, part desc, line desc);
--> statement-breakpoint
create trigger futures_bill_is_final before update or delete or truncate on futures_bill for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- Those of before there was this table.
insert into futures_bill (seq, part, line, realm, user_id, asset, kind, amount, symbol, reference, at)
select e.seq, e.part, e.line, e.realm,
  split_part(substr(case when c.owner like 'user:%/futures%' then c.owner else d.owner end, 6), '/', 1),
  e.asset,
  case
    when t.kind in ('reset', 'grant') then t.kind
    when e.kind in ('fee', 'funding') then e.kind
    when e.kind = 'result' then case when t.kind = 'adl' then 'adl' else 'realised_pnl' end
    when e.kind = 'settle' then 'settling'
    when e.kind = 'margin' then case when c.owner like 'user:%/futures' then 'margin_in' else 'margin_out' end
    when e.kind = 'liquidation' then 'liquidation_fee'
    when e.kind = 'shortage' then 'fund_payment'
    when c.owner like 'user:%/futures%' then 'transfer_in' else 'transfer_out'
  end,
  case when (case when c.owner like 'user:%/futures%' and d.owner like 'user:%/futures%'
    then c.owner like 'user:%/futures' else c.owner like 'user:%/futures%' end) then e.amount else -e.amount end,
  coalesce(substring(d.owner from '^user:[^/]+/futures/(.+)/[^/]+$'),
    substring(c.owner from '^user:[^/]+/futures/(.+)/[^/]+$'),
    substring(d.owner from '^clearing:(.+)$'), substring(c.owner from '^clearing:(.+)$'),
    (select o.symbol from futures_fill f join futures_order o using (order_id)
      where f.seq = e.seq and f.part = e.part limit 1)),
  t.idempotency_key, t.at
from ledger_entry e
join ledger_transaction t using (seq, part)
join ledger_account d on d.id = e.debit_account
join ledger_account c on c.id = e.credit_account
where d.owner like 'user:%/futures%' or c.owner like 'user:%/futures%';
--> statement-breakpoint
-- The log of mark and index prices: a hash is SHA-256 of the one before, a line feed and the line.
create table futures_price (
  seq bigint primary key,
  at bigint not null,
  line text not null,
  hash text not null,
  previous_hash text not null
);
--> statement-breakpoint
create index futures_price_at on futures_price (at);
--> statement-breakpoint
-- The last hash of each UTC day, counted from the epoch.
create table futures_price_day (
  day bigint primary key,
  hash text not null,
  rows bigint not null
);
--> statement-breakpoint
-- Fundings that were paid; the rate in parts of 100,000,000, the mark in ticks.
create table futures_funding (
  symbol text not null,
  at bigint not null,
  seq bigint not null,
  rate bigint not null,
  mark bigint not null,
  primary key (symbol, at)
);
--> statement-breakpoint
-- Premiums of the books over the index, which the rates average.
create table futures_premium (
  symbol text not null,
  at bigint not null,
  index_ticks bigint not null,
  impact_bid text,
  impact_ask text,
  premium text not null,
  primary key (symbol, at)
);
--> statement-breakpoint
-- Positions in profit that were closed against a bankrupt one.
create table futures_deleverage (
  liquidation_id bigint not null,
  seq bigint not null,
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  symbol text not null,
  side text not null,
  lots bigint not null check (lots > 0),
  ticks bigint not null,
  result numeric(38, 0) not null,
  margin_mode text not null,
  at bigint not null,
  primary key (liquidation_id, user_id, side)
);
--> statement-breakpoint
create index futures_deleverage_of_user on futures_deleverage (realm, user_id, liquidation_id desc);
--> statement-breakpoint
create trigger futures_deleverage_is_final before update or delete or truncate on futures_deleverage for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- Of a closed position: which way it was, and with which margin it was held.
alter table futures_position add column was_long boolean, add column held_in text;
--> statement-breakpoint
-- All that a step of the ladder was computed from, where it led, and the price log at that moment.
alter table futures_liquidation add column inputs jsonb, add column equity_after numeric(38, 0), add column requirement_after numeric(38, 0), add column price_hash text;
