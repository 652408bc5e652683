-- What the team knows about its customers besides their words.

-- One mail that was handed to the mail server, or that it refused: never its words or links. Kept for 180 days.
create table sent_mail (
  -- The id of the job that sent it.
  id uuid primary key,
  kind text not null check (kind <> ''),
  to_address text not null check (to_address = lower(to_address)),
  -- Whose address it was when it was sent.
  user_id uuid references users (id),
  -- The organization that it is about.
  organization_id integer,
  subject text not null,
  -- What it is about, so that it can be made again: receipts, or an invitation.
  about uuid[] not null default '{}',
  outcome text not null check (outcome in ('delivered', 'failed')),
  at timestamptz not null
);
create index sent_mail_by_user on sent_mail (user_id, at desc, id desc) where user_id is not null;
create index sent_mail_by_organization on sent_mail (organization_id, at desc, id desc)
  where organization_id is not null;
create index sent_mail_by_address on sent_mail (to_address);
create index sent_mail_by_time on sent_mail (at);

-- One note about a person or an organization that only the team sees.
create table customer_note (
  id uuid primary key default uuidv7(),
  user_id uuid references users (id),
  organization_id integer,
  author_id uuid not null references users (id),
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  check (num_nonnulls(user_id, organization_id) = 1)
);
create index customer_note_by_user on customer_note (user_id, created_at desc) where user_id is not null;
create index customer_note_by_organization on customer_note (organization_id, created_at desc)
  where organization_id is not null;
