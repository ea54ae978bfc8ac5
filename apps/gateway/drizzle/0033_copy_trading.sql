insert into ledger_transaction_kind (kind) values ('copy');
--> statement-breakpoint
insert into ledger_entry_kind (kind, is_deposit) values ('copy', true), ('profitShare', false);
--> statement-breakpoint
-- Whose funds an order trades, where these are not the user's spot account: lead:3, copy:7.
alter table spot_order add column owner text;
--> statement-breakpoint
-- Lead traders and those who follow them as the journal left them (products 1). Amounts are atoms
-- of the quote asset.
create table copy_lead (
  lead_id bigint primary key,
  realm text not null,
  user_id text not null,
  client_oid text not null,
  nickname text not null,
  status text not null check (status in ('open', 'closed')),
  created_at bigint not null,
  -- The record that closed it.
  closed_seq bigint,
  document jsonb not null
);
--> statement-breakpoint
create index copy_lead_of_user on copy_lead (user_id, lead_id desc);
--> statement-breakpoint
create table copy_follow (
  follow_id bigint primary key,
  lead_id bigint not null,
  realm text not null,
  user_id text not null,
  client_oid text not null,
  status text not null check (status in ('active', 'paused', 'closing', 'closed')),
  paid_in numeric(38, 0) not null check (paid_in > 0),
  taken_out numeric(38, 0) not null check (taken_out >= 0),
  shared numeric(38, 0) not null check (shared >= 0),
  created_at bigint not null,
  -- The record that settled it.
  closed_seq bigint,
  document jsonb not null
);
--> statement-breakpoint
create index copy_follow_of_user on copy_follow (user_id, follow_id desc);
--> statement-breakpoint
create index copy_follow_of_lead on copy_follow (lead_id, follow_id);
--> statement-breakpoint
create index copy_follow_open on copy_follow (follow_id) where closed_seq is null;
--> statement-breakpoint
-- What became of each fill of a lead for each follow, and the sales of follows that close.
create table copy_order (
  copy_id bigint primary key,
  follow_id bigint not null,
  lead_id bigint not null,
  realm text not null,
  user_id text not null,
  -- Null: a sale of closing.
  lead_fill_id bigint,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  ticks bigint not null,
  lots bigint not null,
  order_id bigint,
  reason text,
  at bigint not null,
  unique (follow_id, lead_fill_id)
);
--> statement-breakpoint
create index copy_order_of_user on copy_order (user_id, copy_id desc);
--> statement-breakpoint
create trigger copy_order_is_final before update or delete or truncate on copy_order for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- Profit shares that were paid.
create table copy_share (
  share_id bigint primary key,
  follow_id bigint not null,
  lead_id bigint not null,
  realm text not null,
  user_id text not null,
  lead_user_id text not null,
  amount numeric(38, 0) not null check (amount > 0),
  profit numeric(38, 0) not null,
  at bigint not null
);
--> statement-breakpoint
create index copy_share_of_user on copy_share (user_id, share_id desc);
--> statement-breakpoint
create index copy_share_of_lead on copy_share (lead_user_id, share_id desc);
--> statement-breakpoint
create trigger copy_share_is_final before update or delete or truncate on copy_share for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- Performance of leads at the end of UTC days: what 10^12 at the start has become.
create table copy_day (
  lead_id bigint not null,
  day bigint not null,
  performance numeric(38, 0) not null,
  worth numeric(38, 0) not null,
  primary key (lead_id, day)
);
