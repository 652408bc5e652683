-- Levels and roles as ranks.

-- The words for levels as numbers: who has at least the number of an agent may use it (D124).
create or replace function access_rank(p_level text) returns integer language sql immutable as $$
  select case p_level when 'standard' then 1 when 'premium' then 2 when 'full' then 3 when 'admin-only' then 4 end
$$;

-- Guests stay at the first level whatever is stored, and only admins reach the last one (D124).
create or replace function member_rank(p_role text, p_level text) returns integer language sql immutable as $$
  select case p_role when 'admin' then 4 when 'guest' then 1 else least(access_rank(p_level), 3) end
$$;
