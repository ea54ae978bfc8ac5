-- The account statement reads the lines of one account from a place on.
create index ledger_entry_of_debit on ledger_entry (debit_account, seq, part, line);
--> statement-breakpoint
create index ledger_entry_of_credit on ledger_entry (credit_account, seq, part, line);
--> statement-breakpoint
-- All accounts of one user: `user:7`, `user:7/futures/BTCUSDT/long`.
create index ledger_account_of_owner on ledger_account (realm, owner collate "C");
