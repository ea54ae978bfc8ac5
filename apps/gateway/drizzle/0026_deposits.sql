-- Coins on chains: what moves them in the ledger (wallet 2, 3).
insert into ledger_entry_kind (kind, is_deposit) values ('deposit', true), ('reversal', true), ('claim', true), ('custody', true), ('gas', false);
--> statement-breakpoint
insert into ledger_transaction_kind (kind) values ('deposit'), ('reversal'), ('claim'), ('treasury');
--> statement-breakpoint
-- Deposits as the journal left them. Without a user: the exchange paid in for itself.
create table deposit (
  network text not null,
  tx_hash text not null,
  -- Place inside the transaction, which a re-organisation does not change.
  ordinal integer not null,
  user_id text,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  height bigint not null,
  state text not null check (state in ('credited', 'contested', 'unlocked', 'reversed')),
  -- Credited once more after it was reversed.
  again boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (network, tx_hash, ordinal)
);
--> statement-breakpoint
create index deposit_locked on deposit (network, height) where state in ('credited', 'contested');
--> statement-breakpoint
-- What users owe for deposits that vanished after they were spent; 0: paid.
create table deposit_claim (
  user_id text not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount >= 0),
  of_house numeric(38, 0) not null check (of_house between 0 and amount),
  primary key (user_id, asset)
);
--> statement-breakpoint
-- Deposits below this height are refused (W2).
create table deposit_stale (
  network text primary key,
  below bigint not null
);
--> statement-breakpoint
-- Coins that the exchange moved on a network for itself, once per key.
create table treasury_move (
  key text primary key,
  network text not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  direction text not null check (direction in ('in', 'out')),
  height bigint not null,
  at bigint not null
);
--> statement-breakpoint
create index treasury_move_by_height on treasury_move (network, height);
--> statement-breakpoint
-- What the watcher has seen on a chain, credited or not. The block is empty once it was orphaned.
create table deposit_sighting (
  network text not null,
  tx_hash text not null,
  ordinal integer not null,
  address text not null,
  user_id text,
  -- Of an unlisted token its contract.
  asset text not null,
  -- In units of the chain, and in the ledger's atoms.
  units numeric(78, 0) not null,
  amount numeric(78, 0) not null,
  state text not null,
  -- Why it is held or ignored.
  reason text,
  block_hash text,
  height bigint,
  -- Of a sighting without a block: the height at which that was noticed.
  absent_since bigint,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (network, tx_hash, ordinal)
);
--> statement-breakpoint
create index deposit_sighting_of_user on deposit_sighting (user_id, created_at desc);
--> statement-breakpoint
create index deposit_sighting_open on deposit_sighting (network) where state in ('seen', 'confirming', 'credited', 'contested', 'held', 'ignored');
--> statement-breakpoint
create index deposit_sighting_by_height on deposit_sighting (network, height);
--> statement-breakpoint
-- Blocks that the watcher has read, down to where no re-organisation can reach.
create table chain_block (
  network text not null,
  height bigint not null,
  hash text not null,
  at bigint not null,
  primary key (network, height)
);
--> statement-breakpoint
-- Why a network takes part in nothing: a difference, a re-organisation of what was final, an operator.
create table chain_pause (
  network text primary key,
  reason text not null,
  detail text not null,
  at bigint not null
);
--> statement-breakpoint
-- Addresses of users and of the exchange. One per user and family of networks, never used again.
create table chain_address (
  family text not null,
  index integer not null,
  address text not null,
  -- Absent: derived ahead, nobody's yet.
  user_id text,
  assigned_at bigint,
  primary key (family, index),
  unique (family, address),
  unique (family, user_id)
);
