-- Accounts, client keys and sessions. Times are milliseconds since the epoch.
create table users (
  id text primary key check (id ~ '^[0-9]{10}$'),
  email text,
  area_code text,
  mobile text,
  password_hash text not null,
  role text not null default 'trader' check (role in ('trader', 'sub-account')),
  parent_id text references users (id),
  status text not null default 'active' check (status in ('active', 'frozen')),
  vip_level integer not null default 0 check (vip_level >= 0),
  preferences jsonb not null default '{}',
  referral jsonb not null default '{}',
  -- Null until the trading accounts of both realms stand; a log-in makes up for a crash in between.
  accounts_opened_at bigint,
  created_at bigint not null,
  constraint users_has_login_name check (email is not null or mobile is not null),
  constraint users_mobile_is_whole check ((area_code is null) = (mobile is null)),
  constraint users_sub_account_has_parent check ((role = 'sub-account') = (parent_id is not null))
);
--> statement-breakpoint
create unique index users_email_key on users (email);
--> statement-breakpoint
create unique index users_mobile_key on users (mobile, area_code);
--> statement-breakpoint
create index users_mobile_address on users (('+' || area_code || mobile)) where mobile is not null;
--> statement-breakpoint
create table second_factors (
  user_id text not null references users (id),
  method text not null check (method in ('email', 'mobile', 'totp')),
  -- Base32, for totp only.
  secret text,
  -- The last accepted time step, so that no code serves twice.
  last_step bigint not null default 0,
  created_at bigint not null,
  primary key (user_id, method),
  constraint second_factors_secret check ((method = 'totp') = (secret is not null))
);
--> statement-breakpoint
create table client_keys (
  user_id text not null references users (id),
  key_id text not null check (key_id ~ '^[0-9a-f]{32}$'),
  public_key text not null,
  algorithm text not null check (algorithm in ('rsa1024', 'rsa2048')),
  bound_at bigint not null,
  primary key (user_id, key_id)
);
--> statement-breakpoint
create table sessions (
  -- Public: what the readable token cookie refers to.
  id text primary key,
  -- SHA-256 of the secret in the session cookie.
  secret_hash text not null,
  user_id text not null references users (id),
  realm text not null check (realm in ('live', 'paper')),
  key_id text,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  end_reason text check (end_reason in ('logout', 'replaced', 'rotated', 'revoked')),
  terminal_code text,
  user_agent text,
  constraint sessions_key foreign key (user_id, key_id) references client_keys (user_id, key_id),
  constraint sessions_end check ((ended_at is null) = (end_reason is null))
);
--> statement-breakpoint
create unique index sessions_secret_key on sessions (secret_hash);
--> statement-breakpoint
create index sessions_of_user on sessions (user_id, created_at) where ended_at is null;
