-- The links of earlier mails about an invitation that was mailed again: they say that a newer mail has the valid link.
create table former_invite_token (
  -- SHA-256, as in organization_invitation.
  invite_token text primary key,
  invitation_id uuid not null references organization_invitation (id) on delete cascade
);
create index former_invite_token_of on former_invite_token (invitation_id);

-- When it was last mailed, in real time, so that pressing twice sends one mail. Null if the previous release mailed it.
alter table organization_invitation add column mailed_at timestamptz;
