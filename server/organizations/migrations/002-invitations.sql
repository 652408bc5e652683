-- How people come to an organization: by a mail to them, in batches, or by a link that many people may use.

-- One batch of mailed invitations, or one shared link with its limits.
create table bulk_invitation (
  id uuid primary key default uuidv7(),
  organization_id integer not null references organization (id),
  invited_by uuid not null references users (id),
  invitation_type text not null check (invitation_type in ('email', 'link')),
  batch_name varchar(120) not null default '',
  description varchar(500) not null default '',
  -- For a batch: how many were mailed.
  total_invites integer not null default 0 check (total_invites >= 0),
  -- For a link: the SHA-256 of its secret; what it gives, and to whom.
  unique_link text unique,
  role text not null default 'member' check (role in ('admin', 'member', 'guest')),
  access_level text not null default 'standard' check (access_level in ('standard', 'premium', 'full', 'admin-only')),
  user_category text not null default 'Members'
    check (user_category in ('Clients', 'Members', 'Employees', 'Public')),
  email_domain text check (email_domain = lower(email_domain)),
  max_uses integer check (max_uses between 1 and 1000),
  current_uses integer not null default 0 check (current_uses >= 0),
  expires_at timestamptz not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((invitation_type = 'link') = (unique_link is not null)),
  check ((invitation_type = 'link') = (max_uses is not null)),
  check (current_uses <= coalesce(max_uses, current_uses)),
  -- A shared link makes nobody an admin (D119).
  check (invitation_type = 'email' or role <> 'admin')
);
create index bulk_invitation_of on bulk_invitation (organization_id, created_at desc);

-- One invitation of one person, by the address to which it was mailed.
create table organization_invitation (
  id uuid primary key default uuidv7(),
  organization_id integer not null references organization (id),
  email text not null check (email = lower(email) and length(email) <= 254),
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  role text not null default 'member' check (role in ('admin', 'member', 'guest')),
  access_level text not null default 'standard' check (access_level in ('standard', 'premium', 'full', 'admin-only')),
  user_category text not null default 'Members'
    check (user_category in ('Clients', 'Members', 'Employees', 'Public')),
  description varchar(500) not null default '',
  invited_by uuid references users (id),
  -- SHA-256 of the secret in the mailed link (D114).
  invite_token text not null unique,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users (id),
  -- A pending one past its date has expired, whether or not that is written here yet.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'expired', 'revoked')),
  -- By a mail to one person, in a batch, or as proof of an address that a limited link asks for.
  invitation_type text not null default 'email' check (invitation_type in ('email', 'bulk', 'link')),
  bulk_invite_id uuid references bulk_invitation (id),
  created_at timestamptz not null,
  check ((status = 'accepted') = (accepted_at is not null))
);
create unique index organization_invitation_open on organization_invitation (organization_id, email)
  where status = 'pending';
create index organization_invitation_of_email on organization_invitation (email) where status = 'pending';
create index organization_invitation_of_batch on organization_invitation (bulk_invite_id);
