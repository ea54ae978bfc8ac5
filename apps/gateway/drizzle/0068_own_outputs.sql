-- Payments between addresses of UTXO networks, and what an operator sends from a cold address: that
-- is signed elsewhere, and only its fee is booked.
alter table chain_sweep drop constraint chain_sweep_kind_check;
--> statement-breakpoint
alter table chain_sweep add constraint chain_sweep_kind_check
  check (kind in ('gas', 'sweep', 'cold', 'refill'));
--> statement-breakpoint
-- Outputs that a payment spends, chosen before the signer is asked.
alter table chain_sweep add column inputs jsonb not null default '[]';
