-- What each user traded on each UTC day in the live realm, in the quote asset's atoms: the ground of the fee tiers (decision 235).
create table fee_volume_day (
  user_id text not null,
  day bigint not null,
  quote numeric(38, 0) not null,
  primary key (user_id, day)
);
--> statement-breakpoint
create index fee_volume_by_day on fee_volume_day (day);
--> statement-breakpoint
-- How far fills are counted, and the day whose tiers stand: one row.
create table fee_tier_progress (
  only_row boolean primary key default true check (only_row),
  counted_fill bigint not null,
  assessed_day bigint not null
);
--> statement-breakpoint
insert into fee_tier_progress (counted_fill, assessed_day) values (0, 0);
