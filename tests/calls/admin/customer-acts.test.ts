import * as customers from '#contract/admin/customers.ts'
import type { LineKind, LineOf } from '#contract/admin/timeline.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { addPastSession, talkIn } from '#tests/kit/conversations/past-conversations.ts'
import { recordOf, sendRecord, storedRecord, talkFor } from '#tests/kit/conversations/provider-records.ts'
import * as kit from '#tests/calls.ts'

const { actsOn, describe, expect, expectRefused, it, registered, subscriber } = kit
type Person = kit.TestPerson
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
const support = await kit.hired(world, ada, 'support')
const agentId = await kit.addAgent(world)

const reason = 'The agent never spoke'
const creditOf = (id: string, seconds: number) => ({ params: { id }, body: { seconds, reason } })
const credit = (id: string, seconds: number) => ada.client.try(customers.creditConversation, creditOf(id, seconds))
const show = ({ id }: Person) => ada.client.call(customers.customer, { params: { id } })

async function balanceOf(person: Person): Promise<number> {
  const { balance } = await show(person)
  return balance.month + balance.purchased
}

async function linesOf<Kind extends LineKind>({ id }: Person, kind: Kind): Promise<LineOf<Kind>[]> {
  const { lines } = await ada.client.call(customers.customerTimeline, { params: { id }, query: { kinds: kind } })
  return lines.filter((line): line is LineOf<Kind> => line.kind === kind)
}

describe('time of a conversation is given back', () => {
  it('once, to the second, with a reason on record, however many ask at once (D153)', async () => {
    const ben = await subscriber(world)
    const before = await balanceOf(ben)
    const id = await addPastSession(world, ben, agentId, 41)
    const params = { id }
    expect(await balanceOf(ben)).toBe(before - 41)
    // Never more than was charged, and none of an unknown conversation.
    await expectRefused(
      customers.creditConversation,
      [ada, creditOf(id, 42), 400, { code: 'too_much', field: 'seconds' }],
      [ada, creditOf(crypto.randomUUID(), 1), 404, 'conversation_not_found'],
      [ada, { params, body: { seconds: 1, reason: ' ' } }, 400, { field: 'reason' }],
    )
    const replies = await Promise.all([credit(id, 41), credit(id, 41), credit(id, 20)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const refused = replies.filter(({ status }) => status === 409).map(({ body }) => body.code)
    expect(refused).toEqual(['already_credited', 'already_credited'])
    const [given] = await linesOf(ben, 'conversation')
    expect(await balanceOf(ben)).toBe(before - 41 + (given?.facts.credited ?? 0))
    expect(given?.facts.credited).toBeGreaterThan(0)
    expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'credits.adjust', reason }])
    const [line] = await linesOf(ben, 'minutes')
    expect(line).toMatchObject({ entry: 'adjustment', by: ada.email, reason, cause: { kind: 'conversation', id } })
  })

  it('to the pool that paid for it', async () => {
    const firm = await kit.organization(world)
    const id = await talkIn(world, firm, await kit.member(world, firm.id), agentId, 30)
    expect((await credit(id, 30)).status).toBe(200)
    const rows = await world.sql(
      "select amount_ms::int as ms, user_id from entry where account_id = $1 and kind = 'adjustment'",
      [firm.accountId],
    )
    expect(rows).toEqual([{ ms: 30_000, user_id: null }])
    expect(await actsOn(ada, 'organization', firm.id)).toMatchObject([{ action: 'credits.adjust', reason }])
  })

  it('together with a later record of the voice provider never twice, whoever gave it first (D91)', async () => {
    const ben = await subscriber(world)
    kit.moveTalkClock(world, 0)
    const before = await balanceOf(ben)
    const whole = await talkFor(world, ben, agentId, 40)
    expect((await credit(whole.id, whole.chargedMs / 1000)).status).toBe(200)
    await sendRecord(world, recordOf(whole.conversationId, 5))
    expect(await storedRecord(world, whole.id)).toMatchObject({ provider_ms: 5000, credited_ms: 0 })
    expect(await balanceOf(ben)).toBe(before)
    const part = await talkFor(world, ben, agentId, 40)
    expect((await credit(part.id, 10)).status).toBe(200)
    await Promise.all([1, 2].map(() => sendRecord(world, recordOf(part.conversationId, 5))))
    expect(await balanceOf(ben)).toBe(before - 5)
    const recorded = await talkFor(world, ben, agentId, 40)
    await sendRecord(world, recordOf(recorded.conversationId, 5))
    expect(await credit(recorded.id, 6)).toMatchObject({ status: 400, body: { code: 'too_much' } })
    expect((await credit(recorded.id, 5)).status).toBe(200)
    expect(await balanceOf(ben)).toBe(before - 5)
  })
})

it('a live conversation is ended by the team: charged up to that second, recorded, and once', async () => {
  const ben = await subscriber(world)
  kit.moveTalkClock(world, 0)
  const { id, client } = await kit.startHeardTalk(ben, agentId)
  await kit.passTalkTime(world, 20, client)
  expect((await show(ben)).live).toMatchObject([{ id, person: { id: ben.id } }])
  expect(await credit(id, 1)).toMatchObject({ status: 409, body: { code: 'conversation_live' } })
  await ada.client.call(customers.endLiveConversation, { params: { id } })
  expect((await client.next('session_ended')).event.reason).toBe('team')
  expect(await kit.endedRow(world, id)).toMatchObject({ end_reason: 'team' })
  // The release before this one knows no such reason.
  const rows = await world.sql('select end_reason from voice_session where id = $1', [id])
  expect(rows).toEqual([{ end_reason: 'access' }])
  const [line] = await linesOf(ben, 'conversation')
  expect(line).toMatchObject({ endReason: 'team', status: 'completed' })
  expect(line?.facts.charged).toBeGreaterThanOrEqual(20)
  await expectRefused(
    customers.endLiveConversation,
    [ada, { params: { id } }, 409, 'conversation_over'],
    [ada, { params: { id: crypto.randomUUID() } }, 404, 'conversation_not_found'],
  )
  expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'conversation.end' }])
})

it('somebody is signed out in every browser, recorded; support cannot do that to staff, nobody to themselves', async () => {
  const ben = await registered(world)
  await expectRefused(
    customers.signOutCustomer,
    [support, { params: { id: ada.id } }, 403, {}],
    [support, { params: { id: support.id } }, 409, 'self_change'],
    [ada, { params: { id: crypto.randomUUID() } }, 404, 'user_not_found'],
  )
  expect((await ben.client.try(currentUser)).status).toBe(200)
  await support.client.call(customers.signOutCustomer, { params: { id: ben.id } })
  expect((await ben.client.try(currentUser)).status).toBe(401)
  expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'user.signOut', adminId: support.id }])
  expect((await show(ben)).devices).toEqual([])
})

it('notes for colleagues are read by the team, deleted by their author, and recorded without their words', async () => {
  const ben = await registered(world)
  const params = { id: ben.id }
  const text = 'Prefers to be called'
  await expectRefused(customers.addCustomerNote, [ada, { params, body: { text: ' ' } }, 400, { field: 'text' }])
  const added = await support.client.try(customers.addCustomerNote, { params, body: { text } })
  expect(added).toMatchObject({ status: 201, body: { text, isOwn: true } })
  const [note] = (await show(ben)).notes
  expect(note).toMatchObject({ text, isOwn: false, author: 'Test Person' })
  const own = { params: { id: note?.id ?? '' } }
  await expectRefused(customers.deleteCustomerNote, [ada, own, 404, 'note_not_found'])
  await support.client.call(customers.deleteCustomerNote, own)
  expect((await show(ben)).notes).toEqual([])
  const acts = await actsOn(ada, 'user', ben.id)
  expect(acts.map(({ action }) => action)).toEqual(['note.delete', 'note.add'])
  expect(JSON.stringify(acts)).not.toContain('called')
})

describe('the log of sent mail', () => {
  const resend = (id = '') => ada.client.try(customers.resendMail, { params: { id } })

  it('has a confirmation without words or links, and sends it again until the address is confirmed', async () => {
    const ben = await registered(world)
    const subject = 'Confirm your email address'
    await kit.waitForMails(world, ben.email, subject)
    const sent = { mail: 'verification', subject, to: ben.email, outcome: 'delivered', canResend: true }
    await expect.poll(() => linesOf(ben, 'mail')).toMatchObject([sent])
    const [row] = await world.sql('select * from sent_mail where user_id = $1', [ben.id])
    expect(JSON.stringify(row)).not.toMatch(/token|https?:/)
    const [line] = await linesOf(ben, 'mail')
    expect((await resend(line?.id)).status).toBe(200)
    const mails = await kit.waitForMails(world, ben.email, subject, 2)
    expect(new Set(mails.map(({ text }) => text)).size).toBe(2)
    const act = { action: 'mail.resend', after: { mail: 'verification' } }
    expect(await actsOn(ada, 'user', ben.id)).toMatchObject([act])
    await world.sql('update users set email_verified = true where id = $1', [ben.id])
    expect(await resend(line?.id)).toMatchObject({ status: 409, body: { code: 'no_longer_needed' } })
    expect((await resend(crypto.randomUUID())).status).toBe(404)
  })

  it('sends receipts again, and no mail that held an old secret', async () => {
    const ben = await subscriber(world)
    const receipts = async () => (await linesOf(ben, 'mail')).filter(({ mail }) => mail === 'receipt')
    await expect.poll(receipts).toHaveLength(1)
    const [line] = await receipts()
    expect((await resend(line?.id)).status).toBe(200)
    await kit.waitForMails(world, ben.email, line?.subject ?? '', 2)
    await world.sql("update sent_mail set kind = 'reset' where id = $1", [line?.id])
    expect(await resend(line?.id)).toMatchObject({ status: 409, body: { code: 'not_resendable' } })
    const mails = await kit.queuedMails(world, ben.email)
    expect(mails.filter(({ subject }) => subject === line?.subject)).toHaveLength(2)
  })
})
