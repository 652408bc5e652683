import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endLiveConversation } from '#contract/admin/customers.ts'
import { adminUsers, setUserRole, setUserStatus, userTransactions } from '#contract/admin/users.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as voice from '#contract/conversations/voice.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { sendTeamMessage } from '#contract/messages/admin-messages.ts'
import { answerContact, contactMessages, sendContact } from '#contract/messages/contact.ts'
import { sendMessage } from '#contract/messages/messages.ts'
import { readPlatformSettings } from '#contract/settings/admin-settings.ts'
import { endedRow, startHeardTalk } from '../kit/conversations/conversations.ts'
import { TestClient } from '../kit/world/client.ts'
import { expectInvariants } from '../kit/world/invariants.ts'
import type { TestPerson } from '../kit/world/people.ts'
import { hasPreviousRelease, readPreviousRelease, unpackPreviousRelease } from './previous-release.ts'
import { addAgentRow, createDatabase, openRig, type Rig, type ServerProcess } from './rig.ts'

/** The previous release and this one on one database, side by side and after a step back (docs/decisions/0050). */

const { release: previousRelease } = readPreviousRelease()
const isHere = hasPreviousRelease()
/** Release 0 knows neither staff roles nor the end by the team. */
const isOldest = isHere && previousRelease === 0
let rig: Rig
let tree: string
let agentId: string
let former: ServerProcess
let present: ServerProcess
beforeAll(async () => {
  if (!isHere) return
  rig = await openRig(await createDatabase(`previous_${process.pid}`, 'template0'))
  tree = unpackPreviousRelease(rig.directory)
})
afterAll(() => isHere && rig.close())

async function signIn(url: string, email: string): Promise<TestPerson> {
  const client = new TestClient(url, path.join(rig.directory, 'answers.log'))
  await client.call(auth.login, { body: { email, password: 'luna-demo-1' } })
  const { id } = await client.call(currentUser)
  return { client, id, email }
}

async function consent({ client }: TestPerson): Promise<void> {
  await client.call(voice.giveVoiceConsent, { body: { version: voice.voiceNotice.version } })
}

const balanceOf = async ({ client }: TestPerson) => (await client.call(currentUser)).balanceSeconds

/** Signs in, talks, buys minutes and writes to the team, and works as an admin, all at one server. */
async function useLuna(url: string, email: string): Promise<void> {
  const person = await signIn(url, email)
  await consent(person)
  const talk = await startHeardTalk(person, agentId)
  const ended = await person.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
  expect(ended).toMatchObject({ status: 'completed', endReason: 'user' })
  expect(await endedRow(rig, talk.id)).toMatchObject({ status: 'completed' })
  await buyMinutes(person)
  const admin = await signIn(url, 'admin@luna.test')
  const people = await admin.client.call(adminUsers, { query: { search: email } })
  expect(people.map((one) => one.email)).toEqual([email])
  await writeAndAnswer(person, admin)
  await contactAndAnswer(url, admin)
  await refundAndDeactivate(person, admin)
}

/** Returns the inbox state of a conversation, which database triggers keep current while both releases run. */
const inboxState = async (column: 'thread_id' | 'contact_id', id: string) =>
  (await rig.sql<{ state: string }>(`select state from inbox_thread where ${column} = $1`, [id]))[0]?.state

async function writeAndAnswer(person: TestPerson, admin: TestPerson): Promise<void> {
  const body = { subject: 'Tides', message: 'When is high water?' }
  const { id } = await person.client.call(sendMessage, { body })
  expect(await inboxState('thread_id', id)).toBe('open')
  const answer = { subject: 'Tides', message: 'At noon.', toUserId: person.id, inReplyTo: id }
  await admin.client.call(sendTeamMessage, { body: answer })
  expect(await inboxState('thread_id', id)).toBe('waiting')
}

async function contactAndAnswer(url: string, admin: TestPerson): Promise<void> {
  const visitor = new TestClient(url, path.join(rig.directory, 'answers.log'))
  const message = `When is low water? ${crypto.randomUUID()}`
  await visitor.call(sendContact, { body: { name: 'Tess Reed', email: 'tess@example.com', message } })
  const id = (await admin.client.call(contactMessages)).find((one) => one.message === message)?.id ?? ''
  expect(await inboxState('contact_id', id)).toBe('open')
  await admin.client.call(answerContact, { params: { id }, body: { message: 'At six.' } })
  expect(await inboxState('contact_id', id)).toBe('waiting')
}

/** Money back, and a person who is deactivated and activated again; both are acts, which stand in the chain. */
async function refundAndDeactivate({ id, client }: TestPerson, admin: TestPerson): Promise<void> {
  const params = { id }
  const payments = await admin.client.call(userTransactions, { params })
  const payment = payments.find(({ refundable }) => refundable >= 5)?.id ?? ''
  const body = { amount: 5, reason: 'Goodwill', key: crypto.randomUUID() }
  const refund = await admin.client.call(refundTransaction, { params: { id: payment }, body })
  expect(refund).toMatchObject({ amount: 5, status: 'succeeded' })
  await admin.client.call(setUserStatus, { params, body: { isActive: false } })
  expect((await client.try(currentUser)).status).toBe(401)
  await admin.client.call(setUserStatus, { params, body: { isActive: true } })
  const acts = await rig.sql<{ action: string }>(
    'select action from admin_act where target_id = any($1) order by place desc limit 3',
    [[id, payment]],
  )
  expect(acts.map(({ action }) => action)).toEqual(['user.status', 'user.status', 'payment.refund'])
}

/** Pays with a card, and reports it to the server. */
async function pay(client: TestClient, clientSecret: string): Promise<void> {
  const [paymentIntentId = ''] = clientSecret.split('_secret_')
  const confirmed = await fetch(`${rig.standinsUrl}/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  expect(confirmed.status).toBe(200)
  await confirmed.text()
  await client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
}

async function buyMinutes(person: TestPerson): Promise<void> {
  const before = await balanceOf(person)
  const opened = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'uplift' } })
  await pay(person.client, opened.clientSecret)
  expect(await balanceOf(person)).toBe(before + opened.summary.packageMinutes * 60)
}

const functionHashes = () =>
  rig.sql<{ name: string; hash: string }>(
    "select name, hash from migration where name not like '%/migrations/%' order by name",
  )

it.runIf(isHere)(
  'servers of the previous release go on while those of this one take over, on one database',
  async () => {
    former = await rig.startServer(tree)
    agentId = await addAgentRow(rig.sql)
    const ana = await signIn(former.url, 'ana@luna.test')
    await consent(ana)
    const talk = await startHeardTalk(ana, agentId)

    present = await rig.startServer()
    expect((await fetch(`${former.url}/readyz`)).status).toBe(200)
    // A conversation that began before goes on, and its person is known to both.
    await talk.client.next('session_tick', 12_000)
    const anaAtPresent = new TestClient(present.url, path.join(rig.directory, 'answers.log'))
    const seen = await anaAtPresent.request('GET', '/api/auth/user', undefined, { cookie: ana.client.cookieHeader() })
    expect([seen.status, seen.body['id']]).toEqual([200, ana.id])
    await ana.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
    expect(await endedRow(rig, talk.id)).toMatchObject({ status: 'completed', end_reason: 'user' })

    await Promise.all([useLuna(former.url, 'ana@luna.test'), useNew(present.url)])
    await expectInvariants(rig)
  },
)

it.runIf(isOldest)('staff who are no owners are ordinary people to the previous release (D142)', async () => {
  const email = 'rolled@example.com'
  const [owner, { id }] = [await signIn(present.url, 'admin@luna.test'), await signIn(present.url, email)]
  await owner.client.call(setUserRole, { params: { id }, body: { role: 'admin', staffRole: 'support' } })
  const [atPresent, atFormer] = [await signIn(present.url, email), await signIn(former.url, email)]
  expect(await atPresent.client.call(currentUser)).toMatchObject({ role: 'admin', staffRole: 'support' })
  expect(await atFormer.client.call(currentUser)).toMatchObject({ role: 'user' })
  const outcomes = async ({ client }: TestPerson) => [
    (await client.try(adminUsers, { query: {} })).status,
    (await client.try(readPlatformSettings)).status,
  ]
  expect(await outcomes(atPresent)).toEqual([200, 403])
  expect(await outcomes(atFormer)).toEqual([403, 403])
  await owner.client.call(setUserRole, { params: { id }, body: { role: 'user' } })
  expect(await outcomes(await signIn(present.url, email))).toEqual([403, 403])
})

it.runIf(isOldest)('a conversation that the team ended is listed at the previous release', async () => {
  const [owner, ana] = [await signIn(present.url, 'admin@luna.test'), await signIn(present.url, 'ana@luna.test')]
  const { id } = await startHeardTalk(ana, agentId)
  await owner.client.call(endLiveConversation, { params: { id } })
  expect(await ana.client.call(voice.myConversation, { params: { id } })).toMatchObject({ endReason: 'team' })
  const atFormer = await signIn(former.url, 'ana@luna.test')
  const listed = await atFormer.client.call(voice.myConversations)
  expect(listed.find((one) => one.id === id)).toMatchObject({ status: 'completed', endReason: 'access' })
  expect(await atFormer.client.call(voice.myConversation, { params: { id } })).toMatchObject({ endReason: 'access' })
})

/** Somebody who registers, and pays for the first time, at a server of this release. */
async function useNew(url: string): Promise<void> {
  const client = new TestClient(url, path.join(rig.directory, 'answers.log'))
  const body = { email: 'rolled@example.com', password: 'luna-demo-1', firstName: 'Rolled', lastName: 'Forward' }
  await client.call(auth.register, { body })
  const choice = { package: 'uplift' as const, subscriptionPrice: 2.97 }
  const { clientSecret } = await client.call(purchases.createCombinedPurchase, { body: choice })
  await pay(client, clientSecret)
  await useLuna(url, 'rolled@example.com')
}

it.runIf(isHere)('the previous release works on the database of this one after a step back', async () => {
  expect(await former.terminate()).toBe(0)
  await useLuna(present.url, 'ana@luna.test')
  await expectInvariants(rig)
  const own = await functionHashes()
  expect(await present.terminate()).toBe(0)
  former = await rig.startServer(tree)
  // A release without a number puts its own functions back; later ones leave the newer ones.
  if (previousRelease > 0) expect(await functionHashes()).toEqual(own)
  await useLuna(former.url, 'rolled@example.com')
  await expectInvariants(rig)

  present = await rig.startServer()
  expect(await functionHashes()).toEqual(own)
  await Promise.all([useLuna(former.url, 'ana@luna.test'), useLuna(present.url, 'rolled@example.com')])
  await expectInvariants(rig)
})
