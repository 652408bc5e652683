-- Pictures that people gave, re-encoded; the id is random and all of their address (D151).
create table image (
  id text primary key,
  type text not null check (type = 'image/webp'),
  bytes bytea not null,
  created_at timestamptz not null
);
