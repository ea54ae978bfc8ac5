-- The statement of a snapshot as the data of a transaction of the hot address: it moves nothing.
alter table chain_sweep drop constraint chain_sweep_kind_check;
--> statement-breakpoint
alter table chain_sweep add constraint chain_sweep_kind_check
  check (kind in ('gas', 'sweep', 'cold', 'refill', 'statement'));
--> statement-breakpoint
alter table chain_sweep drop constraint chain_sweep_units_check;
--> statement-breakpoint
alter table chain_sweep add constraint chain_sweep_units_check
  check (units > 0 or (kind = 'statement' and units = 0));
--> statement-breakpoint
-- Whose statement it carries: one transaction for each snapshot.
alter table chain_sweep add column snapshot_id text unique;
--> statement-breakpoint
-- Of a payment and its replacements the one that is in a final block.
alter table chain_sweep add column final_hash text;
