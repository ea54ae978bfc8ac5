-- Which log-in a key and a session come from: a key vouches for a device only in a later log-in than the one that first bound it.
alter table client_keys add column first_bound_at bigint;
--> statement-breakpoint
update client_keys set first_bound_at = bound_at;
--> statement-breakpoint
alter table client_keys alter column first_bound_at set not null;
--> statement-breakpoint
-- Sessions that follow one another by a change of realm, account or secret share the time of their log-in, and whether its device was recognised.
alter table sessions add column login_at bigint;
--> statement-breakpoint
update sessions set login_at = created_at;
--> statement-breakpoint
alter table sessions alter column login_at set not null;
--> statement-breakpoint
alter table sessions add column is_known_device boolean not null default false;
--> statement-breakpoint
create index sessions_of_key on sessions (key_id, user_id) where key_id is not null;
