-- Mail and text messages on their way. `content` is sealed for the recipient and emptied once the message has left. Times are milliseconds since the epoch.
create table outgoing_message (
  message_id bigint generated always as identity primary key,
  channel text not null constraint outgoing_message_channel check (channel in ('email', 'mobile')),
  recipient text not null,
  content text not null,
  state text not null default 'waiting' constraint outgoing_message_state check (state in ('waiting', 'sent', 'refused', 'expired')),
  tries integer not null default 0,
  created_at bigint not null,
  next_at bigint not null,
  expires_at bigint not null,
  -- The code of the provider's last answer.
  reply text
);
--> statement-breakpoint
create index outgoing_message_due on outgoing_message (next_at) where state = 'waiting';
--> statement-breakpoint
create index outgoing_message_recipient on outgoing_message (recipient, created_at);
--> statement-breakpoint
-- What a user set about the account's security; `antiphishing` is sealed and stands in every mail.
create table security_setting (
  user_id text primary key references users (id) on delete cascade,
  antiphishing text
);
--> statement-breakpoint
-- Nothing leaves the accounts of the holder before `until`: a log-in or a way to recover it was changed.
create table security_hold (
  user_id text primary key references users (id) on delete cascade,
  until bigint not null
);
--> statement-breakpoint
-- Log-ins and changes of security, as their owner reads them for 90 days.
create table security_event (
  event_id bigint generated always as identity primary key,
  user_id text not null references users (id) on delete cascade,
  kind text not null,
  at bigint not null,
  address text not null,
  user_agent text,
  session_id text
);
--> statement-breakpoint
create index security_event_user on security_event (user_id, event_id desc);
