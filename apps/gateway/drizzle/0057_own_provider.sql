-- `oidc` is a provider of the operator's choice.
alter table third_party_identities drop constraint third_party_identities_provider_check;
--> statement-breakpoint
alter table third_party_identities add constraint third_party_identities_provider_check
  check (provider in ('apple', 'google', 'wallet', 'tg', 'oidc'));
