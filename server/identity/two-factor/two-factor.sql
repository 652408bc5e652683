-- Returns whether a platform admin must set up two-factor sign-in before acting as one (D27).
create or replace function must_set_up_two_factor(id uuid, role text) returns boolean language sql stable as $$
  select must_set_up_two_factor.role = 'admin'
    and exists (select from platform_setting
      where setting_key = 'adminTwoFactorRequired' and setting_value = 'true')
    and not exists (select from two_factor
      where user_id = must_set_up_two_factor.id and enabled_at is not null)
$$;
