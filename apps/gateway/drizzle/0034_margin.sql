insert into ledger_transaction_kind (kind) values ('loan');
--> statement-breakpoint
insert into ledger_entry_kind (kind, is_deposit) values ('borrow', true), ('repay', true);
--> statement-breakpoint
-- The margin account of an order and what it borrows or repays; null: a spot order (futures 7).
alter table spot_order add column account text check (account in ('cross', 'isolated')), add column loan text check (loan in ('auto', 'repay', 'both'));
--> statement-breakpoint
-- Margin accounts as the journal left them. The symbol of a cross account is empty.
create table margin_account (
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  symbol text not null,
  -- In the order of their opening.
  opened bigint generated always as identity,
  document jsonb not null,
  primary key (realm, user_id, symbol)
);
--> statement-breakpoint
-- Lines of loans: what was borrowed, charged, repaid and written off.
create table margin_loan (
  loan_id bigint primary key,
  seq bigint not null,
  part integer not null,
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  symbol text not null,
  asset text not null,
  kind text not null check (kind in ('borrow', 'draw', 'interest', 'repay', 'liquidation', 'shortage')),
  amount numeric(38, 0) not null check (amount > 0),
  interest numeric(38, 0) not null check (interest >= 0 and interest <= amount),
  fee numeric(38, 0) not null check (fee >= 0),
  principal_after numeric(38, 0) not null check (principal_after >= 0),
  interest_after numeric(38, 0) not null check (interest_after >= 0),
  order_id bigint,
  client_oid text,
  digest text,
  at bigint not null,
  unique (seq, part)
);
--> statement-breakpoint
create index margin_loan_of_user on margin_loan (realm, user_id, loan_id desc);
--> statement-breakpoint
create index margin_loan_key on margin_loan (realm, user_id, client_oid) where client_oid is not null;
--> statement-breakpoint
create index margin_loan_at on margin_loan (at) where client_oid is not null;
--> statement-breakpoint
create trigger margin_loan_is_final before update or delete or truncate on margin_loan for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- Steps of the ladder, with the prices that decided them.
create table margin_liquidation (
  step_id bigint primary key,
  seq bigint not null,
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  symbol text not null,
  step text not null check (step in ('cancel', 'trade', 'shortage')),
  assets numeric(78, 0) not null,
  debts numeric(78, 0) not null check (debts > 0),
  order_id bigint,
  prices jsonb not null,
  at bigint not null
);
--> statement-breakpoint
create index margin_liquidation_of_user on margin_liquidation (realm, user_id, step_id desc);
--> statement-breakpoint
create trigger margin_liquidation_is_final before update or delete or truncate on margin_liquidation for each statement execute function ledger_refuse_change();
