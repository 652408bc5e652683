-- Levels and roles as ranks.

-- Returns an access level as a number: people with at least the number of an agent may use it (D124).
create or replace function access_rank(p_level text) returns integer language sql immutable as $$
  select case p_level when 'standard' then 1 when 'premium' then 2 when 'full' then 3 when 'admin-only' then 4 end
$$;

-- Returns the rank of a member. Guests stay at the first level whatever is stored, and only admins reach the last one
-- (D124).
create or replace function member_rank(p_role text, p_level text) returns integer language sql immutable as $$
  select case p_role when 'admin' then 4 when 'guest' then 1 else least(access_rank(p_level), 3) end
$$;
