-- Perpetual contracts: what moves funds there, and what a restart from the ledger needs of positions and orders.
insert into ledger_entry_kind (kind, is_deposit) values ('move', true), ('margin', true), ('result', false), ('settle', false), ('funding', false), ('liquidation', false), ('shortage', false);
--> statement-breakpoint
insert into ledger_transaction_kind (kind) values ('futures_trade'), ('move'), ('margin'), ('funding'), ('liquidation'), ('adl');
--> statement-breakpoint
-- Modes and leverages of a user, as the exchange has them.
create table futures_account (
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  mode text not null check (mode in ('one_way', 'two_way')),
  settings jsonb not null,
  -- Margin groups that the ladder works on.
  liquidating jsonb,
  primary key (realm, user_id)
);
--> statement-breakpoint
-- The user without a name is the house account. `lots` below zero is short, and 0 closed; `document` has every field.
create table futures_position (
  position_id bigint primary key,
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  symbol text not null,
  side text not null check (side in ('net', 'long', 'short')),
  lots bigint not null,
  cost numeric(38, 0) not null,
  settled numeric(38, 0) not null,
  opened_at bigint not null,
  updated_at bigint not null,
  closed_seq bigint,
  document jsonb not null,
  check ((lots = 0) = (closed_seq is not null)),
  check (lots <> 0 or (cost = 0 and settled = 0))
);
--> statement-breakpoint
create unique index futures_position_open on futures_position (realm, user_id, symbol, side) where closed_seq is null;
--> statement-breakpoint
create index futures_position_history on futures_position (realm, user_id, closed_seq desc) where closed_seq is not null;
--> statement-breakpoint
create table futures_order (
  order_id bigint primary key,
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  client_oid text not null,
  symbol text not null,
  status text not null check (status in ('waiting', 'open', 'partially_filled', 'filled', 'cancelled')),
  filled_lots bigint not null,
  filled_tick_lots numeric(38, 0) not null,
  fee numeric(38, 0) not null,
  result numeric(38, 0) not null,
  created_at bigint not null,
  updated_at bigint not null,
  closed_seq bigint,
  document jsonb not null,
  -- The record with which it took its place in the live book.
  rank bigint,
  digest text,
  answered text
);
--> statement-breakpoint
create index futures_order_history on futures_order (realm, user_id, closed_seq desc, order_id desc) where closed_seq is not null;
--> statement-breakpoint
create index futures_order_open on futures_order (order_id) where closed_seq is null;
--> statement-breakpoint
create table futures_fill (
  fill_id bigint primary key,
  trade_id bigint not null,
  seq bigint not null,
  part integer not null,
  order_id bigint not null,
  realm text not null,
  user_id text not null,
  ticks bigint not null,
  lots bigint not null check (lots > 0),
  closed_lots bigint not null check (closed_lots between 0 and lots),
  value numeric(38, 0) not null,
  fee numeric(38, 0) not null,
  result numeric(38, 0) not null,
  role text not null check (role in ('maker', 'taker')),
  status text not null,
  at bigint not null
);
--> statement-breakpoint
create index futures_fill_of_user on futures_fill (realm, user_id, fill_id desc);
--> statement-breakpoint
create index futures_fill_of_order on futures_fill (order_id);
--> statement-breakpoint
create index futures_fill_of_transaction on futures_fill (seq, part);
--> statement-breakpoint
create trigger futures_fill_is_final before update or delete or truncate on futures_fill for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- Funds that a user moved between wallets.
create table wallet_move (
  move_id bigint primary key,
  seq bigint not null,
  part integer not null,
  realm text not null check (realm in ('live', 'paper')),
  user_id text not null,
  from_wallet text not null,
  to_wallet text not null check (to_wallet <> from_wallet),
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  client_oid text not null,
  digest text not null,
  at bigint not null,
  unique (seq, part)
);
--> statement-breakpoint
create index wallet_move_of_user on wallet_move (realm, user_id, move_id desc);
--> statement-breakpoint
create trigger wallet_move_is_final before update or delete or truncate on wallet_move for each statement execute function ledger_refuse_change();
