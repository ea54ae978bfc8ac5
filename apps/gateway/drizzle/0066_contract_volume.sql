-- How far fills of contracts are counted: their volume leads to a fee tier as that of pairs does.
alter table fee_tier_progress add column counted_contract_fill bigint not null default 0;
