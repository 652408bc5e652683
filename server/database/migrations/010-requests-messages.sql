-- What people ask for, and what they and those who run the platform write to each other.

create table agent_request (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  agent_name text not null check (length(agent_name) between 1 and 120),
  description text not null check (length(description) between 1 and 5000),
  use_case text not null check (use_case in ('Sales Training', 'Marketing Strategy', 'Operations & Systems',
    'Mindset & Performance', 'Team Management', 'Other')),
  priority text not null check (priority in ('low', 'medium', 'high')),
  status text not null default 'received' check (status in ('received', 'reviewed', 'approved', 'in progress',
    'published', 'denied', 'already exists')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index agent_request_by_user on agent_request (user_id, created_at);

-- Every status that a request has had, the first one without a status before it.
create table agent_request_change (
  id uuid primary key default uuidv7(),
  request_id uuid not null references agent_request (id) on delete cascade,
  changed_by uuid not null references users (id),
  from_status text,
  to_status text not null,
  note text check (length(note) <= 500),
  changed_at timestamptz not null
);
create index agent_request_change_by_request on agent_request_change (request_id, changed_at);

-- Who may read a message follows from its audience alone: the platform's admins, the admins of an organization,
-- everybody, or one person.
create table user_communication (
  id uuid primary key default uuidv7(),
  from_user_id uuid not null references users (id),
  audience text not null check (audience in ('admins', 'organization', 'broadcast', 'person')),
  to_user_id uuid references users (id),
  subject varchar(255) not null check (subject <> ''),
  message text not null check (length(message) between 1 and 5000),
  message_type varchar(50) not null default 'general',
  priority varchar(20) not null default 'normal' check (priority in ('low', 'normal', 'high')),
  -- The first message of the thread.
  in_reply_to uuid references user_communication (id),
  -- Taken back by an admin: it is gone for everybody.
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  check ((audience = 'person') = (to_user_id is not null))
);
create index user_communication_to on user_communication (to_user_id) where audience = 'person';
create index user_communication_from on user_communication (from_user_id);
create index user_communication_broadcast on user_communication (created_at) where audience = 'broadcast';

-- What a person did with a message; it changes nothing for others who got the same one.
create table user_communication_state (
  communication_id uuid not null references user_communication (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  read_at timestamptz,
  deleted_at timestamptz,
  primary key (communication_id, user_id)
);
