import type pg from 'pg'
import { startTemporaryProduct } from '../scripts/running/temporary-product.mjs'
import { voiceNotice } from '#contract/conversations/voice.ts'
import { hashPassword } from '#server/identity/sign-in/password-hash.ts'

/** Starts a durable Luna with the demo people and without limits, for one part of the bench. */
export function startLuna() {
  return startTemporaryProduct('bench', { RATE_LIMIT_FACTOR: '100000' })
}

export const demoPassword = 'luna-demo-1'
const minutes = 600

export interface BenchPerson {
  /** As a browser sends it after signing in. */
  cookie: string
}

/** Creates people with a subscription, ten hours each and the voice notice accepted, signed in by the real call. */
export async function preparePeople(
  owner: pg.Client,
  url: string,
  count: number,
  name: 'talker' | 'starter' | 'reader',
): Promise<BenchPerson[]> {
  await owner.query(
    `with person as (
      insert into users (email, first_name, last_name, password_hash, referral_code, terms_version, terms_accepted_at,
        voice_consent_version, voice_consent_at, created_at, updated_at)
      select $4 || n || '@luna.test', 'Bench', 'Talker', $1, upper(left($4, 1)) || n, '1', now(), $2, now(), now(), now()
      from generate_series(1, $3::integer) as n returning id
    ), payer_account as (
      insert into account (user_id, created_at) select id, now() from person returning id
    )
    insert into subscription (account_id, stripe_subscription_id, status, tier, plan_name,
      plan_cents, plan_minutes, renews_at, updated_at)
    select id, 'sub_bench_' || id, 'active', 'starter', 'Starter Monthly', 297, 30, now() + interval '20 days', now() from payer_account`,
    [await hashPassword(demoPassword), voiceNotice.version, count, name],
  )
  await grantMinutes(owner, `${name}%`, minutes)
  const people: BenchPerson[] = []
  for (let n = 1; n <= count; n++) people.push({ cookie: await signIn(url, `${name}${n}@luna.test`) })
  return people
}

/** Gives minutes to everybody whose address is like this. */
export async function grantMinutes(owner: pg.Client, email: string, given: number): Promise<void> {
  await owner.query(
    `select ledger_grant(account.id, 'purchased', 'purchase', 'bench', $1, 0, null, null, null, null, now())
    from account join users on users.id = user_id where email like $2`,
    [given * 60_000, email],
  )
}

/** Makes a call as a person. Returns its answer; throws when it was refused. */
export async function callAs(url: string, cookie: string, method: string, path: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
  return { headers: response.headers, body: JSON.parse(text || 'null') as unknown }
}

/** Signs in somebody with the demo password. Returns the cookie. */
export async function signIn(url: string, email: string): Promise<string> {
  const { headers } = await callAs(url, '', 'POST', '/api/auth/login', { email, password: demoPassword })
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Starts a conversation by the product's own call. Returns its id and one-time address. */
export async function startConversation(url: string, { cookie }: BenchPerson, agentId: string) {
  const { body } = await callAs(url, cookie, 'POST', '/api/sessions', { agentId })
  return body as { id: string; signedUrl: string }
}

/** Returns an agent that everybody may talk to. */
export async function freeAgentId(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from agent where not is_premium and not is_private order by name limit 1',
  )
  if (!rows[0]) throw new Error('The bench found no agent')
  return rows[0].id
}
