-- One change of how a person signs in: what was changed and when, never the old or the new value.
create table account_event (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('password_set', 'password_changed', 'password_reset', 'email_confirmed',
    'email_change_requested', 'email_changed', 'two_factor_on', 'two_factor_off', 'recovery_codes_renewed')),
  -- Done at the command line of the installation, and not by the person.
  by_operator boolean not null default false,
  at timestamptz not null
);
create index account_event_by_user on account_event (user_id, at desc);
