insert into ledger_transaction_kind (kind) values ('convert'), ('send');
--> statement-breakpoint
insert into ledger_entry_kind (kind, is_deposit) values ('convert', false), ('send', true);
--> statement-breakpoint
-- What users exchanged with the exchange itself (wallet 5).
create table conversion (
  convert_id bigint primary key,
  user_id text not null,
  client_oid text not null,
  digest text not null,
  from_asset text not null,
  paid numeric(38, 0) not null check (paid > 0),
  to_asset text not null check (to_asset <> from_asset),
  received numeric(38, 0) not null check (received > 0),
  at bigint not null
);
--> statement-breakpoint
create index conversion_of_user on conversion (user_id, convert_id desc);
--> statement-breakpoint
create index conversion_key on conversion (user_id, client_oid);
--> statement-breakpoint
create index conversion_at on conversion (at);
--> statement-breakpoint
create trigger conversion_is_final before update or delete or truncate on conversion for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- What users paid each other.
create table user_send (
  send_id bigint primary key,
  from_user text not null,
  to_user text not null check (to_user <> from_user),
  client_oid text not null,
  digest text not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- Against the daily cap of withdrawals, in atoms of USDT.
  value numeric(38, 0) not null check (value >= 0),
  at bigint not null
);
--> statement-breakpoint
create index user_send_from on user_send (from_user, send_id desc);
--> statement-breakpoint
create index user_send_to on user_send (to_user, send_id desc);
--> statement-breakpoint
create index user_send_key on user_send (from_user, client_oid);
--> statement-breakpoint
create index user_send_at on user_send (at);
--> statement-breakpoint
create trigger user_send_is_final before update or delete or truncate on user_send for each statement execute function ledger_refuse_change();
