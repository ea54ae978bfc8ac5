-- market: where each series of candles began, and what was traded since
create table market_series (
  source text not null,
  symbol text not null,
  started_at bigint not null,
  start_ticks bigint not null check (start_ticks > 0),
  primary key (source, symbol)
);
--> statement-breakpoint
create table market_candles (
  source text not null,
  symbol text not null,
  interval text not null,
  open_time bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  lots bigint not null check (lots >= 0),
  turnover numeric(38, 0) not null check (turnover >= 0),
  primary key (source, symbol, interval, open_time),
  check (low <= open and low <= close and high >= open and high >= close)
);
