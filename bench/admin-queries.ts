/** One read of the admin panel, and the same written by hand with only what its answer needs. */
export interface Reading {
  name: string
  /** The call's path and query. */
  path: string
  sql: string
}

/** The ids that the reads are about. */
export interface Subjects {
  adminId: string
  /** The organization and the person with the most conversations. */
  organizationId: number
  talkerId: string
}

const page = 'limit=50'

const users = (where: string, order: string, offset = 0) => `
  select (select count(*) from users where erased_at is null and removed_at is null and ${where}) as total,
    users.id, email, first_name, last_name, role, is_active, monthly_ms + purchased_ms as balance_ms, removed_at,
    deletion_requested_at, users.created_at, (
      select json_agg(json_build_object('id', place.organization_id, 'name', organization.name, 'role', place.role,
        'category', place.user_category, 'status', organization.subscription_status, 'poolMs', pool.monthly_ms + pool.purchased_ms,
        'admins', (select count(*) from organization_user as fellow join users as other on other.id = fellow.user_id
          where place.role = 'admin' and fellow.organization_id = place.organization_id and fellow.role = 'admin'
            and fellow.is_active and other.is_active)) order by place.joined_at)
      from organization_user as place join organization on organization.id = place.organization_id
      join account as pool on pool.organization_id = place.organization_id
      where place.user_id = users.id and place.is_active) as organizations
  from (
    select users.id from users join account on account.user_id = users.id
    where erased_at is null and removed_at is null and ${where} order by ${order} limit 50 offset ${offset}
  ) as page
  join users on users.id = page.id join account on account.user_id = users.id
  order by ${order}`

const byName = "lower(concat_ws(' ', first_name, last_name, email)), users.id"

const agents = (where: string, order: string) => `
  select (select count(*) from agent where archived_at is null and ${where}) as total, agent.*,
    (select count(*) from voice_session where agent_id = agent.id and counted_ms is not null) as sessions,
    (select count(*) from agent_rating where agent_id = agent.id) as ratings,
    coalesce((select avg(stars) * 10 from agent_rating where agent_id = agent.id having count(*) >= 5), rating_tenths) as rating, (
      select json_agg(json_build_object('id', organization.id, 'name', organization.name) order by lower(organization.name))
      from organization_agent as link join organization on organization.id = link.organization_id
      where link.agent_id = agent.id and link.is_active) as organizations
  from agent where archived_at is null and ${where} order by ${order} limit 50`

const memberCount = '(select count(*) from organization_user where organization_id = organization.id and is_active)'

const organizations = (where: string, order: string, offset = 0) => `
  select (select count(*) from organization where archived_at is null and ${where}) as total, organization.*,
    monthly_ms + purchased_ms as balance_ms,
    ${memberCount} as members,
    (select count(*) from organization_agent as link join agent on agent.id = link.agent_id and agent.is_active
      where link.organization_id = organization.id and link.is_active) as agents,
    (select array[sum(counted_ms), sum(counted_ms) filter (where created_at >= date_trunc('month', now()))]
      from voice_session where organization_id = organization.id) as used
  from (
    select organization.id from organization
    where archived_at is null and ${where} order by ${order} limit 50 offset ${offset}
  ) as page
  join organization on organization.id = page.id join account on account.organization_id = page.id
  order by ${order}`

const placeName = `(select lower(name) from organization_user as place join organization on organization.id = place.organization_id
  where place.user_id = request.user_id and place.is_active order by place.joined_at limit 1)`

const requests = (where: string, order: string) => `
  select (select count(*) from agent_request as request join users as person on person.id = user_id where ${where}) as total,
    request.*, person.email, person.first_name, person.last_name,
    (select json_build_object('id', organization.id, 'name', name)
      from organization_user as place join organization on organization.id = place.organization_id
      where place.user_id = request.user_id and place.is_active order by place.joined_at limit 1) as organization,
    (select json_agg(json_build_object('status', to_status, 'note', note, 'by', author.email, 'at', changed_at)
        order by changed_at)
      from agent_request_change as change join users as author on author.id = changed_by
      where change.request_id = request.id) as history
  from agent_request as request join users as person on person.id = user_id
  where ${where} order by ${order} limit 50`

/** A conversation is a thread with one person. */
const mail = (adminId: string, having: string) => `
  with conversation as (
    select coalesce(in_reply_to, message.id) as thread_id, coalesce(to_user_id, from_user_id) as person_id,
      max(message.created_at) as at, count(*) as messages,
      count(*) filter (where audience = 'admins' and state.read_at is null) as unread
    from user_communication as message
    left join user_communication_state as state on state.communication_id = message.id and state.user_id = '${adminId}'
    where audience in ('admins', 'person', 'broadcast') and withdrawn_at is null and state.deleted_at is null
    group by 1, 2 having ${having}
  )
  select (select count(*) from conversation) as total, newest.*, person.email, person.first_name, person.last_name,
    messages, unread, (select count(*) from user_communication_state where communication_id = newest.id) as readers
  from (select * from conversation order by at desc limit 50) as shown
  join users as person on person.id = person_id
  join user_communication as newest on newest.created_at = shown.at
    and coalesce(newest.in_reply_to, newest.id) = shown.thread_id
  order by at desc`

const targetName = `case target_kind
  when 'user' then (select email from users where id = target_id::uuid)
  when 'organization' then (select name from organization where id = target_id::integer)
  when 'agent' then (select name from agent where id = target_id::uuid)
  when 'agent_request' then (select agent_name from agent_request where id = target_id::uuid)
  when 'message' then (select subject from user_communication where id = target_id::uuid) end`

const acts = (where: string, order: string) => `
  select (select count(*) from admin_act join users as admin on admin.id = admin_id where ${where}) as total,
    admin_act.*, admin.email, ${targetName} as target_name
  from admin_act join users as admin on admin.id = admin_id
  where ${where} order by ${order} limit 50`

const found = (words: string, ...columns: string[]) =>
  `(${columns.map((column) => `${column} ilike '%${words}%'`).join(' or ')})`
const list = (name: string, path: string, sql: string) => ({ name, path: `/api/${path}&${page}`, sql })

/**
 * Returns the reads of users, agents and organizations: as they open, their searches, their most expensive sorts and
 * last pages.
 */
export function listReadings(): Reading[] {
  const [user, organization] = ['admin/users?', 'organizations?']
  return [
    list('Users', user, users('true', byName)),
    list('Users, by credits', `${user}sort=-credits`, users('true', 'monthly_ms + purchased_ms desc, users.id')),
    list('Users, last page', `${user}offset=9950`, users('true', byName, 9950)),
    list(
      'Users, search',
      `${user}search=zhang`,
      users(found('zhang', "first_name || ' ' || last_name", 'email'), byName),
    ),
    list('Agents', 'admin/agents?', agents('true', 'lower(name), id')),
    list('Agents, by sessions', 'admin/agents?sort=-sessions', agents('true', 'sessions desc')),
    list('Agents, by rating', 'admin/agents?sort=-rating', agents('true', 'rating desc')),
    list(
      'Agents, search',
      'admin/agents?search=coach',
      agents(found('coach', 'name', 'description', 'category'), 'lower(name)'),
    ),
    list('Organizations', organization, organizations('true', 'lower(name)')),
    list('Organizations, by members', `${organization}sort=-members`, organizations('true', `${memberCount} desc`)),
    list('Organizations, last page', `${organization}offset=1950`, organizations('true', 'lower(name)', 1950)),
    list(
      'Organizations, search',
      `${organization}search=labs`,
      organizations(found('labs', 'name', 'slug', 'contact_email', 'industry'), 'lower(name)'),
    ),
  ]
}

/** Returns the reads of the other tabs and of the record of what admins did. */
export function deskReadings({ adminId }: Subjects): Reading[] {
  return [
    list('Requests', 'admin/agent-requests?', requests('true', 'request.created_at desc')),
    list('Requests, by organization', 'admin/agent-requests?sort=organization', requests('true', placeName)),
    list(
      'Requests, search',
      'admin/agent-requests?search=zhang',
      requests(
        found('zhang', 'agent_name', 'description', "first_name || ' ' || last_name", 'email'),
        'request.created_at desc',
      ),
    ),
    list('Communications', 'admin/communications?', mail(adminId, 'true')),
    list(
      'Communications, unread',
      'admin/communications?box=unread',
      mail(adminId, "count(*) filter (where audience = 'admins' and state.read_at is null) > 0"),
    ),
    list(
      'Communications, search',
      'admin/communications?search=invoice',
      mail(adminId, `bool_or(${found('invoice', 'subject', 'message')})`),
    ),
    list('Acts', 'admin/audit?', acts('true', 'at desc, admin_act.id desc')),
    list('Acts, by target', 'admin/audit?sort=target', acts('true', 'target_name')),
    list(
      'Acts, search',
      'admin/audit?search=credits',
      acts(
        found('credits', 'admin.email', 'action', 'target_id', targetName, 'reason', 'before::text', 'after::text'),
        'at desc',
      ),
    ),
  ]
}

/** Returns the figures over the conversations of the largest organization, and over all conversations of one person. */
export function usageReadings({ organizationId, talkerId }: Subjects): { byAdmin: Reading[]; byTalker: Reading[] } {
  const per = (what: string, where: string) => `
    select ${what}, users.first_name, users.last_name, agent.name, sum(counted_ms) as used_ms, count(*) as sessions
    from voice_session as talk join users on users.id = talk.user_id join agent on agent.id = talk.agent_id
    where ${where} and counted_ms is not null group by 1, users.id, agent.id`
  const history = (where: string, limit: number) => `
    select talk.*, users.first_name, users.last_name, agent.name, agent.image_url
    from voice_session as talk join users on users.id = talk.user_id join agent on agent.id = talk.agent_id
    where ${where} order by talk.created_at desc limit ${limit}`
  const [inIt, own] = [`talk.organization_id = ${organizationId}`, `talk.user_id = '${talkerId}'`]
  const of = `organizationId=${organizationId}`
  const since = (days: number) => `talk.created_at >= now() - interval '${days} days'`
  return {
    byAdmin: [
      {
        name: 'Organization, a year of usage',
        path: `/api/organization/usage?days=366&timeZone=UTC&${of}`,
        sql: per('talk.created_at::date', `${inIt} and ${since(367)}`),
      },
      {
        name: 'Organization, last 50 sessions',
        path: `/api/organization/sessions?limit=50&${of}`,
        sql: history(inIt, 50),
      },
      {
        name: 'Organization, 1,000 sessions',
        path: `/api/organization/sessions?limit=1000&${of}`,
        sql: history(inIt, 1000),
      },
    ],
    byTalker: [
      { name: 'Own sessions', path: '/api/user/sessions', sql: history(own, 1000) },
      {
        name: 'Own talk time, 90 days',
        path: '/api/user/talk-time?days=90&timeZone=UTC',
        sql: per('talk.created_at::date', `${own} and ${since(91)}`),
      },
    ],
  }
}
