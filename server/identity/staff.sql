-- The roles of the platform's staff. `users.role` is 'admin' for owners alone: the release before there were staff roles
-- reads that column, and to it everybody else of the staff must be an ordinary person.

-- Returns what a person is hired for; null for everybody who is not of the staff.
create or replace function staff_role_of(person users) returns text language sql immutable as $$
  select case when person.role = 'admin' then 'owner' else person.staff_role end
$$;

-- Returns a person's role: 'admin' for all of the staff.
create or replace function role_of(person users) returns text language sql immutable as $$
  select case when staff_role_of(person) is null then person.role else 'admin' end
$$;

-- A server of the release before changes a role, or erases a person, without a word about staff.
create or replace function end_staff_role() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null or (new.role <> old.role and new.staff_role is not distinct from old.staff_role) then
    new.staff_role := null;
  end if;
  return new;
end $$;
create or replace trigger staff_role_ends before update of role, erased_at on users
  for each row execute function end_staff_role();
