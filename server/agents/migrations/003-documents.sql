-- What agents have read (D183). The text is ours and corrected here; the voice provider gets a copy of it.

create table agent_document (
  id uuid primary key default gen_random_uuid(),
  agent_id uuid not null references agent (id),
  -- The organization whose admins manage it; null for the platform's.
  organization_id integer,
  title text not null check (length(title) between 1 and 120),
  kind text not null check (kind in ('text', 'file', 'url')),
  url text check ((kind = 'url') = (url is not null)),
  text text not null default '' check (length(text) <= 300000),
  state text not null check (state in ('reading', 'sending', 'indexing', 'ready', 'failed', 'removing')),
  -- Why it failed, in words for people.
  reason text check ((state = 'failed') = (reason is not null)),
  -- Whether it is part of the prompt, because it is too short to be searched.
  is_always_read boolean not null default false,
  -- The provider's copy, and the state of ours that it has.
  provider_document_id text,
  revision integer not null default 1,
  synced_revision integer,
  created_by uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index agent_document_of on agent_document (agent_id, created_at);
create index agent_document_underway on agent_document (state) where state not in ('ready', 'failed');
