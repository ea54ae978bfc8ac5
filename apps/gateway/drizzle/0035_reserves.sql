-- Snapshots of what is owed and of what is there (wallet 7): what everybody may see, signed.
create table reserve_snapshot (
  -- The moment in UTC to the second: later ones sort behind.
  snapshot_id text primary key,
  document jsonb not null
);
--> statement-breakpoint
create trigger reserve_snapshot_is_final before update or delete or truncate on reserve_snapshot for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- What a user needs to verify the own part; of the latest snapshots only.
create table reserve_proof (
  snapshot_id text not null,
  user_id text not null,
  document jsonb not null,
  primary key (user_id, snapshot_id)
);
--> statement-breakpoint
create index reserve_proof_of_snapshot on reserve_proof (snapshot_id);
