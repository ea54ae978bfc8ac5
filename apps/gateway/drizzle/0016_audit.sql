-- The audit log (S10): who asked for which write, signed with which key, and what came of it. Rows are the lines of the
-- gateway's append-only files, copied; nobody changes or removes one. Times are milliseconds since the epoch.
create table audit_entry (
  -- One run of a gateway process; entries of a chain are numbered without gaps.
  chain text not null,
  seq bigint not null check (seq >= 0),
  at bigint not null,
  kind text not null,
  -- Method and path.
  call text,
  user_id text,
  -- The code that was answered.
  code text,
  -- The order or transfer that came of it.
  ref text,
  -- Of a result: the entry of its request, in the same chain.
  request_seq bigint,
  -- SHA-256 over the hash before it, a line feed and `entry`.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- The entry itself, byte for byte as it was hashed; the columns above are read from it.
  entry text not null,
  primary key (chain, seq)
);
--> statement-breakpoint
create index audit_entry_of_user on audit_entry (user_id, at) where user_id is not null;
--> statement-breakpoint
create index audit_entry_of_order on audit_entry (ref) where ref is not null;
--> statement-breakpoint
-- The public keys that entries were signed with, kept as long as the entries, whatever becomes of session and key.
create table audit_key (
  -- SHA-256 of `public_key`: the key id of the wire is an MD5, of which two keys can be made to share one.
  key_hash text primary key check (key_hash ~ '^[0-9a-f]{64}$'),
  key_id text not null,
  public_key text not null,
  algorithm text not null,
  user_id text not null,
  first_at bigint not null
);
--> statement-breakpoint
-- The head of a chain at the end of a UTC day, once the day is over and all of it is here. Published, it pins the day.
create table audit_day (
  day date not null,
  chain text not null,
  first_seq bigint not null,
  last_seq bigint not null check (last_seq >= first_seq),
  head text not null check (head ~ '^[0-9a-f]{64}$'),
  primary key (chain, day)
);
--> statement-breakpoint
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger audit_entry_append_only before update or delete or truncate on audit_entry for each statement execute function audit_is_append_only();
--> statement-breakpoint
create trigger audit_key_append_only before update or delete or truncate on audit_key for each statement execute function audit_is_append_only();
--> statement-breakpoint
create trigger audit_day_append_only before update or delete or truncate on audit_day for each statement execute function audit_is_append_only();
