-- Signed requests that were seen, as digests: shared by all nodes on this server. Times are milliseconds since the epoch.
create table replay_claim (
  digest text primary key,
  expires_at bigint not null
);
--> statement-breakpoint
create index replay_claim_expiry on replay_claim (expires_at);
