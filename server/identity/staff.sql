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
