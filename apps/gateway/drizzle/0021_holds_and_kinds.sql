-- Texts of SQL that run again whenever they change, after the migrations: src/exchange/ledger/settle.sql is one. It defines
-- `ledger_settle` and the checks of what it inserts, so that no later migration states them once more.
create table repeatable_script (
  name text primary key,
  -- SHA-256 of the text that this database has run.
  hash text not null
);
--> statement-breakpoint
-- What an entry may be; `is_deposit`: what it moves came from outside the account's trading, or goes there, and is nobody's profit.
create table ledger_entry_kind (
  kind text primary key,
  is_deposit boolean not null
);
--> statement-breakpoint
insert into ledger_entry_kind (kind, is_deposit) values ('base', false), ('quote', false), ('fee', false), ('grant', true), ('withdraw', true), ('transfer', true);
--> statement-breakpoint
create table ledger_transaction_kind (kind text primary key);
--> statement-breakpoint
insert into ledger_transaction_kind (kind) values ('trade'), ('grant'), ('reset'), ('transfer');
--> statement-breakpoint
-- Daily sums were made by `is_deposit`: a kind that was used keeps its meaning.
create trigger ledger_entry_kind_is_final before update or delete or truncate on ledger_entry_kind for each statement execute function ledger_refuse_change();
--> statement-breakpoint
create trigger ledger_transaction_kind_is_final before update or delete or truncate on ledger_transaction_kind for each statement execute function ledger_refuse_change();
--> statement-breakpoint
alter table ledger_entry drop constraint ledger_entry_kind_check;
--> statement-breakpoint
alter table ledger_transaction drop constraint ledger_transaction_kind_check;
--> statement-breakpoint
-- A hold is named by what keeps the funds back and by its number or name there. Those of today are of orders.
drop trigger ledger_hold_points_there on ledger_hold;
--> statement-breakpoint
alter table ledger_hold drop constraint ledger_hold_pkey;
--> statement-breakpoint
alter table ledger_hold rename column order_id to ref;
--> statement-breakpoint
alter table ledger_hold alter column ref type text using ref::text;
--> statement-breakpoint
alter table ledger_hold add column scope text not null default 'order' check (scope in ('order', 'position', 'withdrawal', 'escrow'));
--> statement-breakpoint
alter table ledger_hold alter column scope drop default, add primary key (scope, ref);
--> statement-breakpoint
create trigger ledger_hold_points_there before update of scope, ref, account, realm, asset on ledger_hold for each statement execute function ledger_refuse_change();
