-- Positions that a paper reset closes at the mark.
insert into ledger_transaction_kind (kind) values ('close');
--> statement-breakpoint
-- Each step of the ladder, with what it was decided by. The user's name is not published.
create table futures_liquidation (
  liquidation_id bigint primary key,
  seq bigint not null,
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  wallet text not null,
  asset text not null,
  step text not null check (step in ('cancel', 'net', 'reduce', 'deleverage')),
  -- Before the step, in atoms.
  equity numeric(38, 0) not null,
  requirement numeric(38, 0) not null,
  -- Of the position that the step traded.
  symbol text,
  side text,
  lots bigint,
  ticks bigint,
  -- In ticks, by symbol: the marks and indexes of all positions of the wallet.
  prices jsonb not null,
  at bigint not null,
  check (equity <= requirement)
);
--> statement-breakpoint
create index futures_liquidation_of_user on futures_liquidation (realm, user_id, liquidation_id desc);
--> statement-breakpoint
create index futures_liquidation_of_symbol on futures_liquidation (realm, symbol, liquidation_id desc);
--> statement-breakpoint
create trigger futures_liquidation_is_final before update or delete or truncate on futures_liquidation for each statement execute function ledger_refuse_change();
