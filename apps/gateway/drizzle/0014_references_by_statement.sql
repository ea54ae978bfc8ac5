-- What foreign keys kept row by row, with a lock on each row pointed at, is kept statement by statement (decision 301).
-- What is pointed at never goes: transactions are final, and accounts and orders neither leave nor change what they are.
alter table ledger_entry drop constraint ledger_entry_seq_part_realm_fkey, drop constraint ledger_entry_debit_account_realm_asset_fkey, drop constraint ledger_entry_credit_account_realm_asset_fkey;
--> statement-breakpoint
alter table ledger_hold drop constraint ledger_hold_account_realm_asset_fkey;
--> statement-breakpoint
alter table ledger_day drop constraint ledger_day_account_fkey;
--> statement-breakpoint
alter table spot_fill drop constraint spot_fill_order_id_fkey, drop constraint spot_fill_seq_part_realm_fkey;
--> statement-breakpoint
create trigger ledger_account_stays before delete or truncate on ledger_account for each statement execute function ledger_refuse_change();
--> statement-breakpoint
create trigger ledger_account_is_what_it_is before update of id, realm, owner, asset on ledger_account for each statement execute function ledger_refuse_change();
--> statement-breakpoint
create trigger spot_order_stays before delete or truncate on spot_order for each statement execute function ledger_refuse_change();
--> statement-breakpoint
create trigger spot_order_is_what_it_is before update of order_id, realm, user_id, symbol, side on spot_order for each statement execute function ledger_refuse_change();
--> statement-breakpoint
-- What points somewhere points there for good.
create trigger ledger_hold_points_there before update of order_id, account, realm, asset on ledger_hold for each statement execute function ledger_refuse_change();
--> statement-breakpoint
create trigger ledger_day_points_there before update of account, day on ledger_day for each statement execute function ledger_refuse_change();
--> statement-breakpoint
create trigger spot_fill_points_there before update of fill_id, seq, part, order_id, realm on spot_fill for each statement execute function ledger_refuse_change();
--> statement-breakpoint
create function ledger_refuse_reference(of_table text) returns void language plpgsql as $$
begin
  raise exception 'A row of % names what is not there', of_table using errcode = 'foreign_key_violation';
end
$$;
--> statement-breakpoint
-- One answer for each row, by primary key: a join would be planned once, while the tables are empty, and kept.
create function ledger_entry_is_founded() returns trigger language plpgsql as $$
begin
  if exists (
    select from added e
    where e.realm is distinct from (select t.realm from ledger_transaction t where t.seq = e.seq and t.part = e.part)
      or e.asset is distinct from (select a.asset from ledger_account a where a.id = e.debit_account and a.realm = e.realm)
      or e.asset is distinct from (select a.asset from ledger_account a where a.id = e.credit_account and a.realm = e.realm)
  ) then
    perform ledger_refuse_reference(tg_table_name);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_entry_is_founded after insert on ledger_entry referencing new table as added for each statement execute function ledger_entry_is_founded();
--> statement-breakpoint
create function ledger_hold_is_founded() returns trigger language plpgsql as $$
begin
  if exists (select from added h where h.asset is distinct from (select a.asset from ledger_account a where a.id = h.account and a.realm = h.realm)) then
    perform ledger_refuse_reference(tg_table_name);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_hold_is_founded after insert on ledger_hold referencing new table as added for each statement execute function ledger_hold_is_founded();
--> statement-breakpoint
create function ledger_day_is_founded() returns trigger language plpgsql as $$
begin
  if exists (select from added d where d.account is distinct from (select a.id from ledger_account a where a.id = d.account)) then
    perform ledger_refuse_reference(tg_table_name);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_day_is_founded after insert on ledger_day referencing new table as added for each statement execute function ledger_day_is_founded();
--> statement-breakpoint
create function spot_fill_is_founded() returns trigger language plpgsql as $$
begin
  if exists (
    select from added f
    where f.realm is distinct from (select t.realm from ledger_transaction t where t.seq = f.seq and t.part = f.part)
      or f.order_id is distinct from (select o.order_id from spot_order o where o.order_id = f.order_id)
  ) then
    perform ledger_refuse_reference(tg_table_name);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger spot_fill_is_founded after insert on spot_fill referencing new table as added for each statement execute function spot_fill_is_founded();
