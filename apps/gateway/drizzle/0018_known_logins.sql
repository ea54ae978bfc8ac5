-- From where log-ins of a user succeeded: keyed digests of address groups and client keys. Times are milliseconds since the epoch.
create table known_logins (
  user_id text not null references users (id) on delete cascade,
  origin text not null,
  seen_at bigint not null,
  primary key (user_id, origin)
);
--> statement-breakpoint
create index known_logins_age on known_logins (seen_at);
--> statement-breakpoint
-- How the log-in of a session was proved, where that limits what the session may do.
alter table sessions add column opened_by text constraint sessions_opened_by check (opened_by = 'qr');
