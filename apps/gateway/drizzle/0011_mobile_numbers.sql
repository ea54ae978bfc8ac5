-- One number, one account, however it is written: without the national zero (but where the zero belongs to the number), and unique with its area code.
drop index users_mobile_key;
--> statement-breakpoint
drop index users_mobile_address;
--> statement-breakpoint
update users set mobile = ltrim(mobile, '0')
where mobile like '0%' and length(ltrim(mobile, '0')) >= 4 and area_code not in ('39', '225', '229', '241', '242', '378', '379');
--> statement-breakpoint
-- An older account has this number; this one keeps it for its codes, but is not found by it.
alter table users add column mobile_taken boolean not null default false;
--> statement-breakpoint
update users set mobile_taken = true
from (select id, row_number() over (partition by area_code || mobile order by created_at, id) as place from users where mobile is not null) as ranked
where ranked.id = users.id and ranked.place > 1;
--> statement-breakpoint
create unique index users_mobile_key on users (('+' || area_code || mobile)) where not mobile_taken;
--> statement-breakpoint
create index users_by_mobile on users (mobile) where not mobile_taken;
