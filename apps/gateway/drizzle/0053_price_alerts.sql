-- Alerts that wait for a price. Once it is reached, the notice is stored and the row removed.
create table price_alert (
  alert_id text primary key,
  user_id text not null,
  -- The instrument's id: BTCUSDT, usdt/BTCUSDT.
  symbol text not null,
  ticks bigint not null check (ticks > 0),
  direction text not null check (direction in ('rise', 'fall')),
  created_at bigint not null,
  -- The price was reached; the notice may not be stored yet.
  fired_at bigint
);
--> statement-breakpoint
create unique index price_alert_of_user on price_alert (user_id, symbol, ticks)
  where fired_at is null;
