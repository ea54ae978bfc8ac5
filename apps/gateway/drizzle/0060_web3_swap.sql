-- What users swapped with pools, each as a wallet had signed (wallet 5).
create table web3_swap (
  swap_id bigint primary key,
  user_id text not null,
  -- The quote that was signed.
  client_oid text not null,
  digest text not null,
  pool text not null,
  wallet text not null,
  from_asset text not null,
  paid numeric(38, 0) not null check (paid > 0),
  to_asset text not null check (to_asset <> from_asset),
  received numeric(38, 0) not null check (received > 0),
  minimum numeric(38, 0) not null check (minimum > 0),
  at bigint not null
);
--> statement-breakpoint
create index web3_swap_of_user on web3_swap (user_id, swap_id desc);
--> statement-breakpoint
create index web3_swap_key on web3_swap (user_id, client_oid);
--> statement-breakpoint
create index web3_swap_at on web3_swap (at);
--> statement-breakpoint
create trigger web3_swap_is_final before update or delete or truncate on web3_swap for each statement execute function ledger_refuse_change();
