-- ledger
select 1;
