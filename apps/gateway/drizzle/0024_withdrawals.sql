insert into ledger_transaction_kind (kind) values ('withdrawal');
--> statement-breakpoint
-- Withdrawals as the journal left them (wallet 4).
create table withdrawal (
  withdrawal_id bigint primary key,
  user_id text not null,
  client_oid text not null,
  network text not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > fee),
  fee numeric(38, 0) not null check (fee >= 0),
  -- Against the daily cap, in atoms of USDT.
  value numeric(38, 0) not null check (value >= 0),
  state text not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- The record that ended it.
  closed_seq bigint,
  document jsonb not null
);
--> statement-breakpoint
create index withdrawal_of_user on withdrawal (user_id, withdrawal_id desc);
--> statement-breakpoint
create index withdrawal_key on withdrawal (user_id, client_oid);
--> statement-breakpoint
create index withdrawal_open on withdrawal (withdrawal_id) where closed_seq is null;
--> statement-breakpoint
create index withdrawal_created on withdrawal (created_at);
--> statement-breakpoint
-- Where a user may withdraw to; an entry is usable a day after it was made.
create table withdrawal_address (
  book_id text primary key,
  user_id text not null,
  network text not null,
  address text not null,
  tag text not null default '',
  label text not null,
  created_at bigint not null,
  -- Usable from then on.
  usable_at bigint not null,
  unique (user_id, network, address, tag)
);
--> statement-breakpoint
create table withdrawal_setting (
  user_id text primary key,
  -- Only entries of the book may receive.
  whitelist boolean not null default false,
  -- Entries of the book receive without a step-up, up to this much a day in atoms of USDT; null: off.
  no_password_cap numeric(38, 0),
  -- No withdrawals before then: a security setting was changed.
  stopped_until bigint not null default 0
);
