insert into ledger_entry_kind (kind, is_deposit) values ('rebate', false);
--> statement-breakpoint
-- The code of a user's invitations; a registration names it as `commonCode`.
create table referral_code (
  user_id text primary key,
  code text not null unique,
  created_at bigint not null
);
--> statement-breakpoint
create index users_common_code on users ((referral ->> 'commonCode'));
