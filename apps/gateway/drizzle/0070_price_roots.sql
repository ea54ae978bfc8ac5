-- Where a row of the price log stands in the tree of its day; rows from before have no place.
alter table futures_price add column day bigint, add column place integer;
--> statement-breakpoint
create unique index futures_price_of_day on futures_price (day, place);
--> statement-breakpoint
create index futures_price_by_hash on futures_price (hash);
--> statement-breakpoint
-- The whole subtrees of the day's tree, the largest first, and the root of the day before. A day
-- that began without a tree ends without one.
alter table futures_price_day add column peaks text[], add column previous_root text;
--> statement-breakpoint
-- Roots of every 256 rows, so that the way from a row to the root reads few of them.
create table futures_price_node (
  day bigint not null,
  place integer not null,
  hash text not null,
  primary key (day, place)
);
