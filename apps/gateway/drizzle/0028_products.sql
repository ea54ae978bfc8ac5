insert into ledger_transaction_kind (kind) values ('redpacket'), ('earn');
--> statement-breakpoint
insert into ledger_entry_kind (kind, is_deposit) values ('redpacket', true), ('earn', true), ('interest', false);
--> statement-breakpoint
-- Red packets as the journal left them (products 4). The document has the seed: no answer shows it
-- before the packet has ended.
create table red_packet (
  packet_id bigint primary key,
  user_id text not null,
  client_oid text not null,
  code text not null,
  asset text not null,
  total numeric(38, 0) not null check (total > 0),
  left_over numeric(38, 0) not null check (left_over >= 0 and left_over <= total),
  status text not null check (status in ('open', 'finished', 'expired')),
  created_at bigint not null,
  -- The record that ended it.
  closed_seq bigint,
  document jsonb not null
);
--> statement-breakpoint
create index red_packet_of_user on red_packet (user_id, packet_id desc);
--> statement-breakpoint
create index red_packet_code on red_packet (code);
--> statement-breakpoint
create index red_packet_open on red_packet (packet_id) where closed_seq is null;
--> statement-breakpoint
create index red_packet_created on red_packet (created_at);
--> statement-breakpoint
create table red_packet_claim (
  packet_id bigint not null,
  -- In the order of the claims, from 1.
  place bigint not null,
  user_id text not null,
  -- The main account of the user: one part for each.
  holder text not null,
  amount numeric(38, 0) not null check (amount > 0),
  at bigint not null,
  primary key (packet_id, place),
  unique (packet_id, holder)
);
--> statement-breakpoint
create index red_packet_claim_of_user on red_packet_claim (user_id, packet_id desc);
--> statement-breakpoint
create trigger red_packet_claim_is_final before update or delete or truncate on red_packet_claim for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- Earn positions as the journal left them (products 3).
create table earn_position (
  position_id bigint primary key,
  user_id text not null,
  client_oid text not null,
  product text not null,
  asset text not null,
  principal numeric(38, 0) not null check (principal >= 0),
  paid numeric(38, 0) not null check (paid >= 0),
  created_at bigint not null,
  updated_at bigint not null,
  -- The record that paid the last of it back.
  closed_seq bigint,
  document jsonb not null
);
--> statement-breakpoint
create index earn_position_of_user on earn_position (user_id, position_id desc);
--> statement-breakpoint
create index earn_position_open on earn_position (position_id) where closed_seq is null;
--> statement-breakpoint
create index earn_position_created on earn_position (created_at);
--> statement-breakpoint
-- Interest, once for a position and a UTC day.
create table earn_payment (
  position_id bigint not null,
  user_id text not null,
  day bigint not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  at bigint not null,
  primary key (position_id, day)
);
--> statement-breakpoint
create index earn_payment_of_user on earn_payment (user_id, day desc, position_id desc);
--> statement-breakpoint
create trigger earn_payment_is_final before update or delete or truncate on earn_payment for each statement execute function ledger_refuse_change();
