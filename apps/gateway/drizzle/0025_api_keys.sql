-- Keys that programs trade with. `secret` is sealed and only there for hmac, `public_key` for the others. Times are milliseconds since the epoch.
create table api_keys (
  api_key text primary key,
  user_id text not null references users (id) on delete cascade,
  realm text not null constraint api_keys_realm check (realm in ('live', 'paper')),
  label text not null,
  kind text not null constraint api_keys_kind check (kind in ('hmac', 'ed25519', 'rsa')),
  secret text,
  public_key text,
  permissions jsonb not null,
  addresses jsonb not null,
  symbols jsonb not null,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  last_address text,
  constraint api_keys_proof check ((kind = 'hmac') = (secret is not null) and (kind = 'hmac') = (public_key is null))
);
--> statement-breakpoint
create index api_keys_owner on api_keys (user_id, realm);
