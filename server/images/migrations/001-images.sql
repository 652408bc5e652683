-- One uploaded picture, encoded again; the random id is its whole address (D151).
create table image (
  id text primary key,
  type text not null check (type = 'image/webp'),
  bytes bytea not null,
  created_at timestamptz not null
);
