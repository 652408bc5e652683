import { describe, expect, it } from 'vitest'
import * as customers from '#contract/admin/customers.ts'
import type { LineOf } from '#contract/admin/timeline.ts'
import { setUserRole } from '#contract/admin/users.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import {
  actsOn,
  addAgent,
  ownWorld,
  platformAdmin,
  queuedMails,
  registered,
  subscriber,
  type TestPerson,
  waitForMails,
} from '#tests/calls.ts'
import { endedRow, moveTalkClock, passTalkTime, startHeardTalk } from '../../kit/conversations/conversations.ts'
import { member, organization } from '../../kit/organizations/organizations.ts'
import { addPastSession, talkIn } from '../../kit/conversations/past-conversations.ts'
import { recordOf, sendRecord, storedRecord, talkFor } from '../../kit/conversations/provider-records.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)
const agentId = await addAgent(world)

const reason = 'The agent never spoke'

async function hired(staffRole: 'support' | 'read_only'): Promise<TestPerson> {
  const person = await registered(world)
  await ada.client.call(setUserRole, { params: { id: person.id }, body: { role: 'admin', staffRole } })
  return person
}

function credit(by: TestPerson, id: string, seconds: number) {
  return by.client.try(customers.creditConversation, { params: { id }, body: { seconds, reason } })
}

async function balanceOf({ id }: TestPerson): Promise<number> {
  const { balance } = await ada.client.call(customers.customer, { params: { id } })
  return balance.month + balance.purchased
}

async function talkLine({ id }: TestPerson): Promise<LineOf<'conversation'> | undefined> {
  const query = { kinds: 'conversation' }
  const { lines } = await ada.client.call(customers.customerTimeline, { params: { id }, query })
  return lines.find((line) => line.kind === 'conversation')
}

describe('time of a conversation is given back', () => {
  it('once, to the second, with a reason on record, however many ask at once (D153)', async () => {
    const ben = await subscriber(world)
    const before = await balanceOf(ben)
    const id = await addPastSession(world, ben, agentId, 41)
    expect(await balanceOf(ben)).toBe(before - 41)
    const replies = await Promise.all([credit(ada, id, 41), credit(ada, id, 41), credit(ada, id, 20)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const refused = replies.filter(({ status }) => status === 409).map(({ body }) => body.code)
    expect(refused).toEqual(['already_credited', 'already_credited'])
    const given = await talkLine(ben)
    expect(await balanceOf(ben)).toBe(before - 41 + (given?.facts.credited ?? 0))
    expect(given?.facts.credited).toBeGreaterThan(0)
    expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'credits.adjust', reason }])
    const query = { kinds: 'minutes' }
    const { lines } = await ada.client.call(customers.customerTimeline, { params: { id: ben.id }, query })
    expect(lines[0]).toMatchObject({ entry: 'adjustment', by: ada.email, reason, cause: { kind: 'conversation', id } })
  })

  it('to the pool that paid for it', async () => {
    const firm = await organization(world)
    const mia = await member(world, firm.id)
    const id = await talkIn(world, firm, mia, agentId, 30)
    expect((await credit(ada, id, 30)).status).toBe(200)
    const [row] = await world.sql(
      "select amount_ms::int as ms, user_id from entry where account_id = $1 and kind = 'adjustment'",
      [firm.accountId],
    )
    expect(row).toEqual({ ms: 30_000, user_id: null })
    expect(await actsOn(ada, 'organization', firm.id)).toMatchObject([{ action: 'credits.adjust', reason }])
  })

  it('together with a later record of the voice provider never twice, whoever gave it first (D91)', async () => {
    const ben = await subscriber(world)
    moveTalkClock(world, 0)
    const before = await balanceOf(ben)
    const whole = await talkFor(world, ben, agentId, 40)
    expect((await credit(ada, whole.id, whole.chargedMs / 1000)).status).toBe(200)
    await sendRecord(world, recordOf(whole.conversationId, 5))
    expect(await storedRecord(world, whole.id)).toMatchObject({ provider_ms: 5000, credited_ms: 0 })
    expect(await balanceOf(ben)).toBe(before)
    const part = await talkFor(world, ben, agentId, 40)
    expect((await credit(ada, part.id, 10)).status).toBe(200)
    await Promise.all([1, 2].map(() => sendRecord(world, recordOf(part.conversationId, 5))))
    expect(await balanceOf(ben)).toBe(before - 5)
    const recorded = await talkFor(world, ben, agentId, 40)
    await sendRecord(world, recordOf(recorded.conversationId, 5))
    expect(await credit(ada, recorded.id, 6)).toMatchObject({ status: 400, body: { code: 'too_much' } })
    expect((await credit(ada, recorded.id, 5)).status).toBe(200)
    expect(await balanceOf(ben)).toBe(before - 5)
  })

  it('never more than was charged, never of a live or an unknown one, and only by staff who move money', async () => {
    const ben = await subscriber(world)
    const id = await addPastSession(world, ben, agentId, 41)
    expect(await credit(ada, id, 42)).toMatchObject({ status: 400, body: { code: 'too_much', field: 'seconds' } })
    expect(await credit(ada, crypto.randomUUID(), 1)).toMatchObject({
      status: 404,
      body: { code: 'conversation_not_found' },
    })
    const empty = { params: { id }, body: { seconds: 1, reason: ' ' } }
    expect((await ada.client.try(customers.creditConversation, empty)).status).toBe(400)
    expect((await credit(ben, id, 1)).status).toBe(403)
    expect((await credit(await hired('read_only'), id, 1)).status).toBe(403)
    expect((await world.visitor().try(customers.creditConversation, empty)).status).toBe(401)
    expect((await talkLine(ben))?.facts.credited).toBe(0)
  })
})

describe('a live conversation is ended by the team', () => {
  it('charged up to that second, recorded, and once', async () => {
    const ben = await subscriber(world)
    moveTalkClock(world, 0)
    const { id, client } = await startHeardTalk(ben, agentId)
    await passTalkTime(world, 20, client)
    const shown = await ada.client.call(customers.customer, { params: { id: ben.id } })
    expect(shown.live).toMatchObject([{ id, person: { id: ben.id } }])
    expect(await credit(ada, id, 1)).toMatchObject({ status: 409, body: { code: 'conversation_live' } })
    const end = () => ada.client.try(customers.endLiveConversation, { params: { id } })
    const refusals = [
      await world.visitor().try(customers.endLiveConversation, { params: { id } }),
      await ben.client.try(customers.endLiveConversation, { params: { id } }),
      await (await hired('read_only')).client.try(customers.endLiveConversation, { params: { id } }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([401, 403, 403])
    const first = await end()
    expect(first.status).toBe(200)
    const { event } = await client.next('session_ended')
    expect(event.reason).toBe('team')
    const row = await endedRow(world, id)
    expect(row).toMatchObject({ end_reason: 'team' })
    // The release before this one knows no such reason.
    expect(await world.sql('select end_reason from voice_session where id = $1', [id])).toEqual([
      { end_reason: 'access' },
    ])
    const line = await talkLine(ben)
    expect(line).toMatchObject({ endReason: 'team', status: 'completed' })
    expect(line?.facts.charged).toBeGreaterThanOrEqual(20)
    expect(await end()).toMatchObject({ status: 409, body: { code: 'conversation_over' } })
    expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'conversation.end' }])
    const unknown = await ada.client.try(customers.endLiveConversation, { params: { id: crypto.randomUUID() } })
    expect(unknown.status).toBe(404)
  })
})

describe('somebody is signed out everywhere', () => {
  it('in every browser, recorded; support cannot do that to staff, and nobody to themselves', async () => {
    const ben = await registered(world)
    const support = await hired('support')
    const signOut = (by: TestPerson, { id }: TestPerson) => by.client.try(customers.signOutCustomer, { params: { id } })
    expect((await signOut(ben, ben)).status).toBe(403)
    expect((await signOut(support, ada)).status).toBe(403)
    expect(await signOut(support, support)).toMatchObject({ status: 409, body: { code: 'self_change' } })
    expect((await ben.client.try(currentUser)).status).toBe(200)
    expect((await signOut(support, ben)).status).toBe(200)
    expect((await ben.client.try(currentUser)).status).toBe(401)
    expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'user.signOut', adminId: support.id }])
    expect((await ada.client.call(customers.customer, { params: { id: ben.id } })).devices).toEqual([])
    expect((await ada.client.try(customers.signOutCustomer, { params: { id: crypto.randomUUID() } })).status).toBe(404)
  })
})

describe('notes for colleagues', () => {
  it('are read by the team, deleted by their author only, and recorded without their words', async () => {
    const ben = await registered(world)
    const support = await hired('support')
    const params = { id: ben.id }
    const add = (by: TestPerson, text: string) => by.client.try(customers.addCustomerNote, { params, body: { text } })
    expect((await add(ben, 'Me')).status).toBe(403)
    expect((await add(await hired('read_only'), 'Me')).status).toBe(403)
    expect((await add(ada, ' ')).status).toBe(400)
    const added = await add(support, 'Prefers to be called')
    expect(added).toMatchObject({ status: 201, body: { text: 'Prefers to be called', isOwn: true } })
    const [note] = (await ada.client.call(customers.customer, { params })).notes
    expect(note).toMatchObject({ text: 'Prefers to be called', isOwn: false, author: 'Test Person' })
    const remove = (by: TestPerson) => by.client.try(customers.deleteCustomerNote, { params: { id: note?.id ?? '' } })
    expect(await remove(ada)).toMatchObject({ status: 404, body: { code: 'note_not_found' } })
    expect((await remove(support)).status).toBe(200)
    expect((await ada.client.call(customers.customer, { params })).notes).toEqual([])
    const acts = await actsOn(ada, 'user', ben.id)
    expect(acts.map(({ action }) => action)).toEqual(['note.delete', 'note.add'])
    expect(JSON.stringify(acts)).not.toContain('called')
  })
})

describe('the log of sent mail', () => {
  async function mailLines({ id }: TestPerson): Promise<LineOf<'mail'>[]> {
    const { lines } = await ada.client.call(customers.customerTimeline, { params: { id }, query: { kinds: 'mail' } })
    return lines.filter((line) => line.kind === 'mail')
  }
  const resend = (id: string, by = ada) => by.client.try(customers.resendMail, { params: { id } })

  it('says what went where and how, and never words or links', async () => {
    const ben = await registered(world)
    await waitForMails(world, ben.email, 'Confirm your email address')
    await expect
      .poll(() => mailLines(ben))
      .toMatchObject([
        {
          mail: 'verification',
          subject: 'Confirm your email address',
          to: ben.email,
          outcome: 'delivered',
          canResend: true,
        },
      ])
    const [row] = await world.sql<Record<string, unknown>>('select * from sent_mail where user_id = $1', [ben.id])
    expect(JSON.stringify(row)).not.toMatch(/token|https?:/)
  })

  it('sends a confirmation again with a new link, until the address is confirmed', async () => {
    const ben = await registered(world)
    await expect.poll(() => mailLines(ben)).toHaveLength(1)
    const [line] = await mailLines(ben)
    expect((await resend(line?.id ?? '', ben)).status).toBe(403)
    expect((await resend(line?.id ?? '')).status).toBe(200)
    const mails = await waitForMails(world, ben.email, 'Confirm your email address', 2)
    expect(new Set(mails.map(({ text }) => text)).size).toBe(2)
    expect(await actsOn(ada, 'user', ben.id)).toMatchObject([
      { action: 'mail.resend', after: { mail: 'verification' } },
    ])
    await world.sql('update users set email_verified = true where id = $1', [ben.id])
    expect(await resend(line?.id ?? '')).toMatchObject({ status: 409, body: { code: 'no_longer_needed' } })
    expect((await resend(crypto.randomUUID())).status).toBe(404)
  })

  it('sends receipts again, and no mail that held an old secret', async () => {
    const ben = await subscriber(world)
    const receipts = () => mailLines(ben).then((lines) => lines.filter(({ mail }) => mail === 'receipt'))
    await expect.poll(receipts).toHaveLength(1)
    const [line] = await receipts()
    expect((await resend(line?.id ?? '')).status).toBe(200)
    await waitForMails(world, ben.email, line?.subject ?? '', 2)
    await world.sql("update sent_mail set kind = 'reset' where id = $1", [line?.id])
    expect(await resend(line?.id ?? '')).toMatchObject({ status: 409, body: { code: 'not_resendable' } })
    const sent = await queuedMails(world, ben.email)
    expect(sent.filter(({ subject }) => subject === line?.subject)).toHaveLength(2)
  })
})
