import pg from 'pg'
import { context, databaseUrl, page, url } from './fixtures.ts'

export const password = 'correct-horse-7'

/** A person with an account of their own, and the session that `enter` gives to a browser. */
export interface Person {
  id: string
  email: string
  accountId: string
  cookie: string
}

const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, allowExitOnIdle: true })

export async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query<Row>(text, values)).rows
}

let count = 0

export function freshEmail(): string {
  return `person${++count}.${Date.now()}@example.com`
}

/** Returns a registered person without a subscription. */
export function registered(firstName = 'Robin'): Promise<Person> {
  return begin('/api/auth/register', { email: freshEmail(), password, firstName, lastName: 'Reed' })
}

interface Credentials {
  email: string
  password: string
  firstName?: string
  lastName?: string
}

export async function begin(path: '/api/auth/register' | '/api/auth/login', body: Credentials): Promise<Person> {
  const { answer, cookie } = await ask<{ id: string }>(path, body)
  const [account] = await sql<{ id: string }>('select id from account where user_id = $1', [answer.id])
  return { id: answer.id, email: body.email, accountId: account?.id ?? '', cookie }
}

/** Returns a person who has paid for Uplift: 120 purchased minutes and the month's 30. */
export async function subscriber(firstName?: string): Promise<Person> {
  const person = await registered(firstName)
  const order = { package: 'uplift', subscriptionPrice: 2.97 }
  const { clientSecret } = await callAs<{ clientSecret: string }>(person, '/api/create-combined-purchase', order)
  await callAs(person, '/api/process-payment-success', { paymentIntentId: await payWithCard(clientSecret) })
  return person
}

/** Confirms a payment, or the saving of a card, at the provider like its card form. Returns its id. */
export async function payWithCard(clientSecret: string, method = 'pm_card_visa'): Promise<string> {
  const id = clientSecret.split('_secret_')[0] ?? ''
  const ask = async (step: 'confirm' | 'sandbox_challenge', fields: Record<string, string>) => {
    const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
    const response = await fetch(`${url}/standins/stripe/v1/${kind}/${id}/${step}`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_sandbox' },
      body: new URLSearchParams({ client_secret: clientSecret, ...fields }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return (JSON.parse(text) as { status: string }).status
  }
  const status = await ask('confirm', { payment_method: method })
  if (status === 'requires_action') await ask('sandbox_challenge', { approved: 'true' })
  return id
}

/** Makes a call as this person; without a body it is a read. */
export async function callAs<Answer = unknown>({ cookie }: Person, path: string, body?: object): Promise<Answer> {
  return (await ask<Answer>(path, body, cookie)).answer
}

async function ask<Answer>(path: string, body?: object, cookie = ''): Promise<{ answer: Answer; cookie: string }> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  const set = response.headers.getSetCookie()[0]?.split(';')[0]
  return { answer: JSON.parse(text) as Answer, cookie: set ?? cookie }
}

/** Gives the person's session to a browser. */
export async function enter(person: Person, window = context): Promise<void> {
  const [name = '', value = ''] = person.cookie.split('=')
  await window.addCookies([{ name, value, url }])
}

export async function signIn(email: string, secret = password): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

export async function makeAdmin(person: Person): Promise<void> {
  await sql("update users set role = 'admin' where id = $1", [person.id])
  // As if they had signed in as one: cookies are shared with browsers here, and a change of role issues a new one
  // (D15).
  await sql('update session set role_mark = null where user_id = $1', [person.id])
}

/** Spends minutes of the balance through the ledger until the given figure is left. */
export async function lowerBalance({ id, accountId }: Person, minutes: number): Promise<void> {
  const balance = 'select monthly_ms + purchased_ms as balance from account where id = $1'
  const [account] = await sql<{ balance: string }>(balance, [accountId])
  const spentMs = Number(account?.balance) - Math.round(minutes * 60_000)
  const hold = crypto.randomUUID()
  // A hold is charged in whole seconds at most, so it is opened slightly larger than what is spent.
  await sql('select ledger_hold_open($1, $2, $3, 0, now())', [hold, accountId, Math.ceil(spentMs / 1000) * 1000])
  await sql("select ledger_hold_settle($1, $2, $3, 'spent before the test', now())", [hold, spentMs, id])
}
