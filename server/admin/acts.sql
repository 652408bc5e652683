-- The record of what platform admins did, with names for those who read it. Each kind of target has its name here.
create or replace view admin_act_line as
select admin_act.id, admin_act.admin_id, admin.email as admin_email, admin_act.action, admin_act.target_kind,
  admin_act.target_id, admin_act.before, admin_act.after, admin_act.reason, admin_act.request_id, admin_act.at,
  case admin_act.target_kind
    when 'user' then (select email from users where users.id = admin_act.target_id::uuid)
    when 'organization' then (select name from organization where organization.id = admin_act.target_id::integer)
    when 'agent' then (select name from agent where agent.id = admin_act.target_id::uuid)
    when 'agent_request' then (select agent_name from agent_request where agent_request.id = admin_act.target_id::uuid)
    when 'message' then (select subject from user_communication where user_communication.id = admin_act.target_id::uuid)
    when 'saved_answer' then (select title from saved_answer where saved_answer.id = admin_act.target_id::uuid)
    -- An organization's payment appears with its name.
    when 'payment' then (
      select 'L-' || lpad(receipt_number::text, 6, '0') || coalesce(', ' || organization.name, '') from (
        select id, account_id, receipt_number from credit_purchase
        union all select id, account_id, receipt_number from subscription_payment
        union all select id, account_id, receipt_number from debt) as paid
      join account on account.id = paid.account_id
      left join organization on organization.id = account.organization_id
      where paid.id = admin_act.target_id::uuid)
    when 'dispute' then (select coalesce(organization.name, users.email) from dispute
      join account on account.id = dispute.account_id
      left join organization on organization.id = account.organization_id
      left join users on users.id = account.user_id where dispute.id = admin_act.target_id::uuid)
    when 'finding' then (select object_id from finding where finding.id = admin_act.target_id::uuid)
    when 'debt' then (select users.email from debt join users on users.id = debt.user_id
      where debt.id = admin_act.target_id::uuid)
    when 'setting' then admin_act.target_id
  end as target_name
from admin_act join users as admin on admin.id = admin_act.admin_id;

-- Returns the people and agents that the values of an act mention by their id, with their address or name.
create or replace function act_names(before jsonb, after jsonb) returns jsonb
language sql stable as $$
  select coalesce(jsonb_object_agg(mentioned.id, coalesce(users.email, agent.name))
    filter (where coalesce(users.email, agent.name) is not null), '{}')
  from (select distinct match[1]::uuid as id from regexp_matches(concat(before, after),
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as match) as mentioned
  left join users on users.id = mentioned.id
  left join agent on agent.id = mentioned.id
$$;
