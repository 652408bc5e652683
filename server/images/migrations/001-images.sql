-- One picture that somebody gave, re-encoded; the random id is all of its address (D151).
create table image (
  id text primary key,
  type text not null check (type = 'image/webp'),
  bytes bytea not null,
  created_at timestamptz not null
);
