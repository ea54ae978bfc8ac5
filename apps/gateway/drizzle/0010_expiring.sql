-- Facts that are worth minutes, shared by all nodes on this server: captchas, codes, tickets, counters, under digests of their names. Times are milliseconds since the epoch. Losing them costs one more try.
create unlogged table expiring (
  digest text primary key,
  value jsonb not null,
  expires_at bigint not null
);
--> statement-breakpoint
create index expiring_expiry on expiring (expires_at);
