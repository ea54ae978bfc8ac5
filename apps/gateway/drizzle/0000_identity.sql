-- identity: accounts, keys, sessions
select 1;
