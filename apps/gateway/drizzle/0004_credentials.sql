-- Further proofs of identity. A user may have no password: a third party, or the holder of the main account, vouches then.
alter table users alter column password_hash drop not null;
--> statement-breakpoint
alter table users add column is_agent boolean not null default false;
--> statement-breakpoint
-- What the holder of the main account calls a sub-account.
alter table users add column label text;
--> statement-breakpoint
alter table users drop constraint users_has_login_name;
--> statement-breakpoint
alter table users add constraint users_has_login_name check (email is not null or mobile is not null or parent_id is not null);
--> statement-breakpoint
create index users_of_parent on users (parent_id, id) where parent_id is not null;
--> statement-breakpoint
-- Logged in on the agencies' page, by an agent.
alter table sessions add column is_agency boolean not null default false;
--> statement-breakpoint
-- The main account that the session of a sub-account was entered from, and may go back to.
alter table sessions add column entered_from text references users (id);
--> statement-breakpoint
create table passkeys (
  -- Base64url, as the authenticator chose it.
  credential_id text primary key,
  user_id text not null references users (id),
  -- COSE key, base64url.
  public_key text not null,
  counter bigint not null check (counter >= 0),
  transports jsonb not null default '[]',
  label text not null,
  is_backed_up boolean not null,
  created_at bigint not null,
  used_at bigint
);
--> statement-breakpoint
create index passkeys_of_user on passkeys (user_id, created_at);
--> statement-breakpoint
create table third_party_identities (
  provider text not null check (provider in ('apple', 'google', 'wallet', 'tg')),
  -- The provider's name for the person: never an address that may change hands.
  subject text not null,
  user_id text not null references users (id),
  bound_at bigint not null,
  primary key (provider, subject),
  constraint third_party_identities_one_each unique (user_id, provider)
);
