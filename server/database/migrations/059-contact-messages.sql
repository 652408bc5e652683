-- What people without an account write on /contact (D177): they are answered by mail.

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
