-- Notices of users: what the notice centre shows on every device. Of an announcement there is a row once it was read. Times are milliseconds since the epoch.
create table user_notice (
  user_id text not null,
  notice_id text not null,
  -- Where the order trades; empty: shown in every realm.
  realm text not null check (realm in ('', 'live', 'paper')),
  kind text not null check (kind in ('filled', 'triggered', 'login', 'announcement')),
  at bigint not null,
  -- What the notice says, as the contract spells it.
  data jsonb not null,
  is_read boolean not null default false,
  primary key (user_id, notice_id)
);
--> statement-breakpoint
create index user_notice_latest on user_notice (user_id, at desc, notice_id desc);
--> statement-breakpoint
create index user_notice_of_kind on user_notice (kind, at);
