-- What one operator wants done with coins that are held; another one must want the same.
create table deposit_decision (
  network text not null,
  tx_hash text not null,
  ordinal integer not null,
  decision text not null check (decision in ('credit', 'return')),
  -- In the ledger's atoms.
  amount numeric(78, 0) not null check (amount > 0),
  -- Where it goes back to; empty: nowhere.
  address text not null,
  operator text not null,
  at bigint not null,
  primary key (network, tx_hash, ordinal)
);
