-- Returns what the record of admin acts keeps of an organization: each value under its name, so that two records show
-- what changed between them. Addresses are kept only so that they can be distinguished, and of texts only the length
-- (D153).
create or replace function organization_record(p_organization integer) returns jsonb language sql stable as $$
  with part as (
    select '' as prefix, jsonb_build_object('name', name, 'slug', slug, 'industry', industry,
      'contactEmail', regexp_replace(contact_email, '^(.).*@', '\1***@'), 'descriptionLength', length(description),
      'websiteUrl', website_url, 'logoUrl', logo_url, 'primaryColor', primary_color,
      'secondaryColor', secondary_color, 'isActive', is_active, 'subscriptionStatus', subscription_status,
      'maxUsers', max_users, 'nextMaxUsers', next_max_users, 'allowsTranscripts', allows_transcripts,
      'allowsMemory', allows_memory) as fields
    from organization where id = p_organization
    union all
    select 'member ' || user_id || ' ', jsonb_build_object('role', role, 'accessLevel', access_level,
      'userCategory', user_category, 'isActive', is_active, 'monthlyLimitMinutes', monthly_limit_minutes)
    from organization_user where organization_id = p_organization
    union all
    select 'agent ' || agent_id || ' ', jsonb_build_object('isAssigned', is_active, 'accessLevel', access_level,
      'instructionsLength', length(custom_instructions))
    from organization_agent where organization_id = p_organization
    union all
    select 'invitation ' || id || ' ', jsonb_build_object('email', regexp_replace(email, '^(.).*@', '\1***@'),
      'role', role, 'accessLevel', access_level, 'userCategory', user_category, 'status', status)
    from organization_invitation where organization_id = p_organization
    union all
    select 'link ' || id || ' ', jsonb_build_object('role', role, 'accessLevel', access_level,
      'userCategory', user_category, 'maxUses', max_uses, 'isActive', is_active)
    from bulk_invitation where organization_id = p_organization and invitation_type = 'link'
    union all
    select 'app ', to_jsonb(setting) - '{organization_id, welcome_message, tagline, contact_info, granted_by, granted_at,
      created_at, updated_at}'::text[]
    from pwa_setting as setting where organization_id = p_organization
    union all
    select 'refill ', jsonb_build_object('enabled', enabled, 'monthlyCapCents', monthly_cap_cents)
    from auto_purchase join account on account.id = auto_purchase.account_id
    where account.organization_id = p_organization
    union all
    select 'plan ', jsonb_build_object('status', status, 'cancelAtPeriodEnd', cancel_at_period_end)
    from subscription join account on account.id = subscription.account_id
    where account.organization_id = p_organization
  )
  select coalesce(jsonb_object_agg(part.prefix || field.key, field.value), '{}')
  from part cross join lateral jsonb_each(part.fields) as field
$$;
