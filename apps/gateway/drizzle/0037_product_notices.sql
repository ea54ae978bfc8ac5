alter table user_notice drop constraint user_notice_kind_check;
--> statement-breakpoint
alter table user_notice add constraint user_notice_kind_check check (kind in (
  'filled', 'triggered', 'login', 'announcement',
  'deposit', 'withdrawal', 'payment', 'liquidation', 'security'
));
