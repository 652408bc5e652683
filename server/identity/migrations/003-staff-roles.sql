-- What a platform admin is hired for; null means owner, which admins were before there were staff roles.
alter table users
  add column staff_role text check (staff_role in ('owner', 'support', 'finance', 'content', 'read_only'));
