alter table user_notice drop constraint user_notice_kind_check;
--> statement-breakpoint
-- The contract lists the kinds; the table only refuses what is no name.
alter table user_notice add constraint user_notice_kind_check check (kind ~ '^[A-Za-z0-9_]{3,40}$');
