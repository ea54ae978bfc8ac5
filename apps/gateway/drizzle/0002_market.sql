-- market
select 1;
