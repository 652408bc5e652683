import type { BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { databaseUrl, url } from './fixtures.ts'

export const password = 'correct-horse-7'

/** A person with an account of their own, and the session that `enter` gives to a browser. */
export interface Person {
  id: string
  email: string
  accountId: string
  cookie: string
}

const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, allowExitOnIdle: true })

/** Returns rows of the database under the product. */
export async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query<Row>(text, values)).rows
}

let count = 0

export function freshEmail(): string {
  return `person${++count}.${Date.now()}@example.com`
}

/** Returns a registered person without a subscription. */
export async function registered(firstName = 'Robin'): Promise<Person> {
  const email = freshEmail()
  const { answer, cookie } = await post<{ id: string }>('/api/auth/register', {
    email,
    password,
    firstName,
    lastName: 'Reed',
  })
  const [account] = await sql<{ id: string }>('select id from account where user_id = $1', [answer.id])
  return { id: answer.id, email, accountId: account?.id ?? '', cookie }
}

/** Returns a person who has paid for Uplift: 120 purchased minutes and the month's 30. */
export async function subscriber(firstName?: string): Promise<Person> {
  const person = await registered(firstName)
  const order = { package: 'uplift', subscriptionPrice: 2.97 }
  const opened = await post<{ clientSecret: string }>('/api/create-combined-purchase', order, person.cookie)
  const paymentIntentId = await payWithCard(opened.answer.clientSecret)
  await post('/api/process-payment-success', { paymentIntentId }, person.cookie)
  return person
}

/** Opens a payment or the saving of a card as this person. Returns its secret. */
export async function openSecret(person: Person, path: string, body: unknown = {}): Promise<string> {
  return (await post<{ clientSecret: string }>(path, body, person.cookie)).answer.clientSecret
}

/**
 * Confirms a payment, or the saving of a card, at the provider like its card form, and approves when the bank asks.
 * Returns its id.
 */
export async function payWithCard(clientSecret: string, method = 'pm_card_visa'): Promise<string> {
  const { id, status } = await askProvider(clientSecret, 'confirm', { payment_method: method })
  if (status === 'requires_action') await askProvider(clientSecret, 'sandbox_challenge', { approved: 'true' })
  return id
}

async function askProvider(
  clientSecret: string,
  step: 'confirm' | 'sandbox_challenge',
  fields: Record<string, string>,
): Promise<{ id: string; status: string }> {
  const id = clientSecret.split('_secret_')[0] ?? ''
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const response = await fetch(`${url}/standins/stripe/v1/${kind}/${id}/${step}`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, ...fields }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text) as { id: string; status: string }
}

type Method = 'GET' | 'POST' | 'PATCH'

/** Makes a call as this person. */
export async function callAs<Answer = unknown>(
  person: Person,
  path: string,
  body: unknown = {},
  method: Method = 'POST',
): Promise<Answer> {
  return (await ask<Answer>(method, path, body, person.cookie)).answer
}

function post<Answer>(path: string, body: unknown, cookie = ''): Promise<{ answer: Answer; cookie: string }> {
  return ask('POST', path, body, cookie)
}

async function ask<Answer>(
  method: Method,
  path: string,
  body: unknown,
  cookie: string,
): Promise<{ answer: Answer; cookie: string }> {
  const response = await fetch(url + path, {
    method,
    headers: { cookie, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    body: method === 'GET' ? null : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  const set = response.headers.getSetCookie()[0]?.split(';')[0]
  return { answer: JSON.parse(text) as Answer, cookie: set ?? cookie }
}

/** Gives the person's session to a browser. */
export async function enter(context: BrowserContext, person: Person): Promise<void> {
  const [name = '', value = ''] = person.cookie.split('=')
  await context.addCookies([{ name, value, url }])
}

/** Fills and sends the form of the visible sign-in page. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
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
export async function lowerBalance(person: { accountId: string; id?: string }, minutes: number): Promise<void> {
  const [account] = await sql<{ balance: string }>(
    'select monthly_ms + purchased_ms as balance from account where id = $1',
    [person.accountId],
  )
  const spentMs = Number(account?.balance) - Math.round(minutes * 60_000)
  const hold = crypto.randomUUID()
  // A hold is charged in whole seconds at most, so it is opened slightly larger than what is spent.
  const heldMs = Math.ceil(spentMs / 1000) * 1000
  await sql('select ledger_hold_open($1, $2, $3, 0, now())', [hold, person.accountId, heldMs])
  await sql('select ledger_hold_settle($1, $2, $3, $4, now())', [
    hold,
    spentMs,
    person.id ?? null,
    'spent before the test',
  ])
}
