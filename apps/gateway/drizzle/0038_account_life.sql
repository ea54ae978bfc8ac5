-- What a sub-account may do (products 7), and when an account was closed.
alter table users add column rights text not null default 'full' check (rights in ('full', 'trade', 'view'));
--> statement-breakpoint
alter table users add column may_use_keys boolean not null default true;
--> statement-breakpoint
alter table users add column closed_at bigint;
--> statement-breakpoint
-- Changes that wait because what would confirm them was lost. The token stops one; only its digest is kept.
create table account_change (
  change_id bigint generated always as identity primary key,
  user_id text not null references users (id) on delete cascade,
  lost text not null check (lost in ('google', 'passkey', 'email', 'mobile')),
  email text,
  area_code text,
  mobile text,
  asked_at bigint not null,
  effective_at bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'stopped', 'failed')),
  stop_digest text not null unique
);
--> statement-breakpoint
create unique index account_change_waiting on account_change (user_id, lost) where state = 'waiting';
--> statement-breakpoint
create index account_change_due on account_change (effective_at) where state = 'waiting';
--> statement-breakpoint
-- What users call their devices, and which of them they trust; a device is the key that it signs with.
create table user_device (
  user_id text not null references users (id) on delete cascade,
  key_id text not null,
  name text,
  trusted_at bigint,
  primary key (user_id, key_id)
);
--> statement-breakpoint
-- The identity form of an account; name, number and pictures are sealed.
create table verification (
  user_id text primary key references users (id) on delete cascade,
  state text not null check (state in ('draft', 'waiting', 'approved', 'refused')),
  form text,
  reason text,
  submitted_at bigint,
  decided_at bigint,
  decided_by text
);
--> statement-breakpoint
create index verification_waiting on verification (submitted_at) where state = 'waiting';
--> statement-breakpoint
create table verification_file (
  user_id text not null references users (id) on delete cascade,
  side text not null check (side in ('front', 'back', 'person')),
  media_type text not null,
  content text not null,
  at bigint not null,
  primary key (user_id, side)
);
