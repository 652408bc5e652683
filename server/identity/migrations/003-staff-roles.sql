-- What staff who are no owners are hired for (../staff.sql).
alter table users
  add column staff_role text check (staff_role in ('support', 'finance', 'content', 'read_only'));
