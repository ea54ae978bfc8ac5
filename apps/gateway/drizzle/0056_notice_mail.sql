-- Which notices a user wants by mail, where it differs from the default, and in which language.
create table notice_mail (
  user_id text primary key references users (id) on delete cascade,
  kinds jsonb not null default '{}',
  language text
);
