-- What is stored of a person's sign-ins and of their protection. The id of a sign-in stays with its browser, so a line
-- gets one of its own that does not lead back to it.
drop function if exists customer_security(uuid);
create or replace function customer_security(p_user uuid)
returns table (source text, id uuid, at timestamptz, user_agent text, by_operator boolean) language sql stable as $$
  select 'registered', md5('registered ' || users.id)::uuid, users.created_at, null::text, false
  from users where users.id = p_user
  union all
  select 'leaving', md5('leaving ' || users.id)::uuid, users.deletion_requested_at, null, false from users
  where users.id = p_user and users.deletion_requested_at is not null
  union all
  select 'signed_in', md5('signed in ' || session.id)::uuid, session.created_at, session.user_agent, false from session
  where session.user_id = p_user
  union all
  select event.kind, event.id, event.at, null, event.by_operator from account_event as event
  where event.user_id = p_user
  union all
  -- Turned on before such changes were noted.
  select 'two_factor_on', md5('two-factor ' || two_factor.user_id)::uuid, two_factor.enabled_at, null, false
  from two_factor
  where two_factor.user_id = p_user and two_factor.enabled_at is not null and not exists (
    select from account_event as event
    where event.user_id = p_user and event.kind = 'two_factor_on' and event.at = two_factor.enabled_at)
  union all
  select 'recovery_code_used', md5('code ' || recovery_code.code_hash)::uuid, recovery_code.used_at, null, false
  from recovery_code where recovery_code.user_id = p_user and recovery_code.used_at is not null
$$;
