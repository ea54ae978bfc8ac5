-- Payments between addresses of the exchange: gas for a sweep, the sweep, coins for the cold address.
create table chain_sweep (
  sweep_id text primary key,
  network text not null,
  kind text not null check (kind in ('gas', 'sweep', 'cold')),
  -- The deposit address that is swept or receives gas; of a cold transfer that of the hot address.
  address_index integer,
  address text not null,
  asset text not null,
  -- In units of the chain.
  units numeric(78, 0) not null check (units > 0),
  -- Deposits up to this height are part of it.
  final_height bigint not null,
  -- Without a payment: the signer is being asked. Final: its gas is booked.
  payments jsonb not null,
  is_final boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null
);
--> statement-breakpoint
create index chain_sweep_open on chain_sweep (network) where not is_final;
--> statement-breakpoint
create index chain_sweep_of_address on chain_sweep (network, address, asset, final_height);
