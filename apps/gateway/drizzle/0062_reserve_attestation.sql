-- Signatures of reserve addresses that were made elsewhere: the key of a cold address is nowhere here.
create table reserve_attestation (
  snapshot_id text not null,
  address text not null,
  signature text not null,
  operator text not null,
  at bigint not null,
  primary key (snapshot_id, address)
);
