-- Rebates of a day are read from the transactions of that day, which lie side by side on disk.
create index ledger_transaction_time on ledger_transaction using brin (at);
--> statement-breakpoint
create index ledger_entry_rebates on ledger_entry (credit_account, seq, part, line)
  where kind = 'rebate';
--> statement-breakpoint
create index p2p_file_of_order on p2p_file (order_id);
