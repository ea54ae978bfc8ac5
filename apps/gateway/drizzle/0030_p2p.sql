insert into ledger_transaction_kind (kind) values ('p2p');
--> statement-breakpoint
insert into ledger_entry_kind (kind, is_deposit) values ('p2p', true);
--> statement-breakpoint
-- P2P adverts as the journal left them (products 2).
create table p2p_advert (
  advert_id bigint primary key,
  user_id text not null,
  client_oid text not null,
  side text not null check (side in ('buy', 'sell')),
  asset text not null,
  fiat text not null,
  status text not null check (status in ('online', 'paused', 'closed')),
  -- Atoms that may still be taken; of an advert that sells they are in its escrow.
  remaining numeric(38, 0) not null check (remaining >= 0),
  open_orders integer not null check (open_orders >= 0),
  created_at bigint not null,
  document jsonb not null
);
--> statement-breakpoint
create index p2p_advert_of_user on p2p_advert (user_id, advert_id desc);
--> statement-breakpoint
create index p2p_advert_open on p2p_advert (advert_id) where status <> 'closed' or open_orders > 0;
--> statement-breakpoint
create index p2p_advert_created on p2p_advert (created_at);
--> statement-breakpoint
create table p2p_order (
  order_id bigint primary key,
  advert_id bigint not null,
  client_oid text not null,
  taker text not null,
  buyer text not null,
  seller text not null check (seller <> buyer),
  asset text not null,
  atoms numeric(38, 0) not null check (atoms > 0),
  -- What the exchange takes of the coins at a release.
  fee numeric(38, 0) not null check (fee >= 0 and fee < atoms),
  status text not null check (status in
    ('awaitingPayment', 'paid', 'appealed', 'expired', 'cancelled', 'released', 'refunded')),
  created_at bigint not null,
  updated_at bigint not null,
  -- The record that ended it.
  closed_seq bigint,
  document jsonb not null
);
--> statement-breakpoint
create index p2p_order_of_buyer on p2p_order (buyer, order_id desc);
--> statement-breakpoint
create index p2p_order_of_seller on p2p_order (seller, order_id desc);
--> statement-breakpoint
create index p2p_order_of_advert on p2p_order (advert_id) where closed_seq is null;
--> statement-breakpoint
create index p2p_order_open on p2p_order (order_id) where closed_seq is null;
--> statement-breakpoint
create index p2p_order_created on p2p_order (created_at);
--> statement-breakpoint
create index p2p_order_given_up on p2p_order (updated_at) where status in ('cancelled', 'expired');
--> statement-breakpoint
-- How sellers are paid. What a buyer needs to pay is sealed; one that was removed stays for the
-- orders that name it.
create table p2p_payment_method (
  method_id bigint generated always as identity primary key,
  user_id text not null,
  type text not null,
  sealed text not null,
  created_at bigint not null,
  removed_at bigint
);
--> statement-breakpoint
create index p2p_payment_method_of_user on p2p_payment_method (user_id, method_id);
--> statement-breakpoint
-- The name under which others see a user.
create table p2p_profile (
  user_id text primary key,
  nickname text not null,
  updated_at bigint not null
);
--> statement-breakpoint
create unique index p2p_profile_nickname on p2p_profile (lower(nickname));
--> statement-breakpoint
-- What the parties of an order wrote, and the pictures that they sent.
create table p2p_message (
  message_id bigint generated always as identity primary key,
  order_id bigint not null,
  user_id text not null,
  client_oid text not null,
  text text not null,
  file_id bigint,
  at bigint not null,
  unique (order_id, user_id, client_oid)
);
--> statement-breakpoint
create index p2p_message_of_order on p2p_message (order_id, message_id);
--> statement-breakpoint
create table p2p_file (
  file_id bigint generated always as identity primary key,
  order_id bigint not null,
  user_id text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  bytes bytea not null,
  at bigint not null
);
