-- One message. Its audience alone decides who may read it: the platform's admins, the admins of an organization,
-- everybody, or one person (D64).
create table user_communication (
  id uuid primary key default uuidv7(),
  from_user_id uuid not null references users (id),
  audience text not null check (audience in ('admins', 'organization', 'broadcast', 'person')),
  to_user_id uuid references users (id),
  organization_id integer,
  subject varchar(255) not null check (subject <> ''),
  message text not null check (length(message) between 1 and 5000),
  message_type varchar(50) not null default 'general',
  priority varchar(20) not null default 'normal' check (priority in ('low', 'normal', 'high')),
  -- The first message of the thread; without it a thread loses its start, but not the answers of others.
  in_reply_to uuid references user_communication (id) on delete set null,
  -- Withdrawn by an admin for everybody.
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  check ((audience = 'person') = (to_user_id is not null)),
  constraint user_communication_to_organization check ((audience = 'organization') = (organization_id is not null))
);
create index user_communication_to on user_communication (to_user_id) where audience = 'person';
create index user_communication_from on user_communication (from_user_id);
create index user_communication_broadcast on user_communication (created_at) where audience = 'broadcast';
create index user_communication_thread on user_communication (in_reply_to) where in_reply_to is not null;
create index user_communication_organization on user_communication (organization_id, created_at)
  where audience = 'organization';

-- What one person did with a message; it changes nothing for others who received the same one.
create table user_communication_state (
  communication_id uuid not null references user_communication (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  read_at timestamptz,
  deleted_at timestamptz,
  primary key (communication_id, user_id)
);

-- One message that a person without an account wrote on /contact (D177), answered by mail.
create table contact_message (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 201),
  email text not null check (length(email) between 1 and 254),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz not null,
  answer text check (length(answer) between 1 and 5000),
  answered_at timestamptz,
  answered_by uuid references users (id),
  check (num_nonnulls(answer, answered_at, answered_by) in (0, 3))
);
create index contact_message_by_time on contact_message (created_at desc, id desc);
create index contact_message_by_email on contact_message (email);
