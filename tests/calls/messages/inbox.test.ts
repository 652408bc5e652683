import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUserRole } from '#contract/admin/users.ts'
import * as contact from '#contract/messages/contact.ts'
import * as inbox from '#contract/messages/inbox.ts'
import * as messages from '#contract/messages/messages.ts'
import type { StaffRole } from '#contract/identity/staff.ts'
import { eraseMessages } from '#server/messages/messages.ts'
import { actsOn, platformAdmin } from '../../kit/world/admins.ts'
import { closeUnbroken } from '../../kit/world/invariants.ts'
import { sendFromTeam, withdrawAs, writeToAdmins } from '../../kit/messages/team-mail.ts'
import { registered, type TestPerson } from '../../kit/world/people.ts'
import { openWorld, type World } from '../../kit/world/world.ts'

let world: World
let ada: TestPerson
beforeAll(async () => {
  world = await openWorld()
  ada = await platformAdmin(world)
})
afterAll(() => closeUnbroken(world))

const list = (query: object = {}, by = ada) => by.client.call(inbox.inbox, { query })
const find = (messageId: string, by = ada) => by.client.call(inbox.findInboxThread, { params: { messageId } })
const change = (id: string, body: object, by = ada) => by.client.request('PATCH', `/api/admin/inbox/${id}`, body)

async function threadOf(messageId: string, by = ada): Promise<inbox.InboxThread> {
  const { thread } = await find(messageId, by)
  if (!thread) throw new Error('No conversation')
  return thread
}

function answer(person: TestPerson, inReplyTo: string, more: object = {}, by = ada) {
  return sendFromTeam(by, { subject: 'Invoice', message: 'Here it is.', toUserId: person.id, inReplyTo, ...more })
}

async function hire(staffRole: StaffRole): Promise<TestPerson> {
  const person = await registered(world)
  await ada.client.call(setUserRole, { params: { id: person.id }, body: { role: 'admin', staffRole } })
  return person
}

describe('a conversation', () => {
  it('is open for a new message, waits after an answer, is opened again by the next, and can be closed (D66)', async () => {
    const person = await registered(world, { firstName: 'Zoe' })
    const asked = await writeToAdmins(person, 'Invoice')
    expect(await threadOf(asked.id)).toMatchObject({
      state: 'open',
      messageId: asked.id,
      person: { id: person.id, firstName: 'Zoe' },
      assignee: null,
      unreadCount: 1,
      openSince: asked.createdAt,
      answeredAt: null,
      firstAnswerSeconds: null,
    })
    const { body } = await answer(person, asked.id)
    const waiting = await threadOf(asked.id)
    expect(waiting).toMatchObject({ state: 'waiting', openSince: null, answeredBy: { id: ada.id }, messageCount: 2 })
    expect(waiting.firstAnswerSeconds).toBeGreaterThanOrEqual(0)
    const again = await writeToAdmins(person, 'Invoice', String(body.id))
    const reopened = await threadOf(again.id)
    expect(reopened).toMatchObject({ id: waiting.id, state: 'open', openSince: again.createdAt, answeredBy: null })
    expect(reopened.firstAnswerSeconds).toBe(waiting.firstAnswerSeconds)
    expect((await answer(person, again.id, { close: true })).status).toBe(201)
    expect(await threadOf(again.id)).toMatchObject({ state: 'closed', openSince: null })
    const thanks = await writeToAdmins(person, 'Invoice', asked.id)
    expect(await threadOf(thanks.id)).toMatchObject({ id: waiting.id, state: 'open' })
    expect(await find(thanks.id)).toMatchObject({ contact: null })
  })

  it('is open again when its only answer is withdrawn (D65)', async () => {
    const person = await registered(world)
    const asked = await writeToAdmins(person, 'Invoice')
    const { body } = await answer(person, asked.id)
    expect((await withdrawAs(ada, String(body.id))).status).toBe(200)
    expect(await threadOf(asked.id)).toMatchObject({ state: 'open', openSince: asked.createdAt, answeredAt: null })
  })

  it('is none for a broadcast until a person answers it, and one with each who does (D64 [S])', async () => {
    const [one, two] = [await registered(world), await registered(world)]
    const { body } = await sendFromTeam(ada, { subject: 'News', message: 'There is something new.' })
    const id = String(body.id)
    expect(await find(id)).toEqual({ thread: null, contact: null })
    const [first, second] = [await writeToAdmins(one, 'News', id), await writeToAdmins(two, 'News', id)]
    expect((await threadOf(first.id)).id).not.toBe((await threadOf(second.id)).id)
    await answer(one, first.id)
    expect([(await threadOf(first.id)).state, (await threadOf(second.id)).state]).toEqual(['waiting', 'open'])
    // The team began it, so it has no time to a first answer.
    expect((await threadOf(first.id)).firstAnswerSeconds).toBe(null)
  })

  it('changes state and assignee, which is recorded; a stale form is refused (D153 [S], D187)', async () => {
    const [person, grace] = [await registered(world), await hire('support')]
    const asked = await writeToAdmins(person, 'Invoice')
    const { id } = await threadOf(asked.id)
    const begun = { state: 'open', assigneeId: null }
    const taken = await change(id, { assigneeId: grace.id, before: begun }, grace)
    expect(taken).toMatchObject({ status: 200, body: { id, assignee: { id: grace.id }, state: 'open' } })
    expect(await change(id, { assigneeId: ada.id, before: begun })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', present: { assigneeId: grace.id } },
    })
    expect((await change(id, { state: 'closed' })).body).toMatchObject({ state: 'closed', openSince: null })
    expect((await change(id, { state: 'open' })).body).toMatchObject({ state: 'open', openSince: asked.createdAt })
    expect((await change(id, { assigneeId: null })).body.assignee).toBe(null)
    expect((await actsOn(ada, 'message', asked.id)).map(({ action, after }) => [action, after])).toEqual([
      ['message.assign', { assigneeId: null }],
      ['message.state', { state: 'open' }],
      ['message.state', { state: 'closed' }],
      ['message.assign', { assigneeId: grace.id }],
    ])
    for (const assigneeId of [person.id, (await hire('finance')).id, crypto.randomUUID()]) {
      expect(await change(id, { assigneeId })).toMatchObject({ status: 404, body: { code: 'assignee_not_found' } })
    }
    expect(await change(id, { state: 'later' })).toMatchObject({ status: 400, body: { field: 'state' } })
    expect(await change(crypto.randomUUID(), { state: 'closed' })).toMatchObject({
      status: 404,
      body: { code: 'thread_not_found' },
    })
    // People who no longer answer messages stay in the row and count as nobody.
    await change(id, { assigneeId: grace.id })
    await ada.client.call(setUserRole, { params: { id: grace.id }, body: { role: 'admin', staffRole: 'read_only' } })
    expect((await threadOf(asked.id)).assignee).toBe(null)
  })

  it('gets one of two answers that are sent at once by admins who have not seen the other’s (D187)', async () => {
    const [person, grace] = [await registered(world), await hire('support')]
    const asked = await writeToAdmins(person, 'Invoice')
    const seen = { seenId: asked.id }
    const replies = await Promise.all([answer(person, asked.id, seen), answer(person, asked.id, seen, grace)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'changed_meanwhile' })
    const stored = await world.sql('select from user_communication where in_reply_to = $1', [asked.id])
    expect(stored).toHaveLength(1)
    // Whoever has seen it may add to it.
    const { messageId } = await threadOf(asked.id)
    expect((await answer(person, asked.id, { seenId: messageId }, grace)).status).toBe(201)
    expect((await answer(person, asked.id, { seenId: messageId })).status).toBe(409)
  })
})

describe('GET /api/admin/inbox', () => {
  it('searches, filters and sorts: state, assignee, box, newest first, longest without an answer (D150, D166)', async () => {
    const [abel, cleo] = [
      await registered(world, { firstName: 'Abel' }),
      await registered(world, { firstName: 'Cleo' }),
    ]
    const early = await writeToAdmins(abel, 'Quax early')
    const late = await writeToAdmins(cleo, 'Quax late')
    await writeToAdmins(abel, 'Quax early', early.id)
    await sendFromTeam(ada, { subject: 'Quax ours', message: 'x', toUserId: cleo.id, messageType: 'support' })
    const search = async (query: object) => {
      const reply = await ada.client.try(inbox.inbox, { query: { search: 'quax', ...query } })
      const names = reply.body.map(({ subject }: { subject: string }) => subject.slice(5))
      return [names, reply.headers.get('x-total-count')]
    }
    expect(await search({})).toEqual([['ours', 'early', 'late'], '3'])
    expect(await search({ state: 'open' })).toEqual([['early', 'late'], '2'])
    expect(await search({ state: 'open', sort: 'waiting' })).toEqual([['early', 'late'], '2'])
    expect(await search({ state: 'open', sort: '-waiting' })).toEqual([['late', 'early'], '2'])
    expect(await search({ sort: 'person' })).toEqual([['early', 'ours', 'late'], '3'])
    expect(await search({ sort: 'subject', limit: 1, offset: 1 })).toEqual([['late'], '3'])
    expect(await search({ state: 'waiting' })).toEqual([['ours'], '1'])
    expect(await search({ box: 'from_people' })).toEqual([['early', 'late'], '2'])
    expect(await search({ box: 'to_person' })).toEqual([['ours'], '1'])
    expect(await search({ messageType: 'support' })).toEqual([['ours'], '1'])
    expect(await search({ assignee: 'mine' })).toEqual([[], '0'])
    await change((await threadOf(late.id)).id, { assigneeId: ada.id })
    expect(await search({ assignee: 'mine' })).toEqual([['late'], '1'])
    expect(await search({ assignee: 'nobody' })).toEqual([['ours', 'early'], '2'])
    expect(await search({ box: 'unread' })).toEqual([['early', 'late'], '2'])
    await ada.client.call(messages.markMessageRead, { params: { id: late.id } })
    expect(await search({ box: 'unread' })).toEqual([['early'], '1'])
  })

  it('counts what is open and unread by each admin, in a call of its own', async () => {
    const bob = await platformAdmin(world)
    const unread = async (by: TestPerson) => (await by.client.call(inbox.inboxUnread)).unread
    const [before, beforeOfBob] = [await unread(ada), await unread(bob)]
    const person = await registered(world)
    const asked = await writeToAdmins(person, 'Invoice')
    await writeToAdmins(person, 'Invoice', asked.id)
    expect([await unread(ada), await unread(bob)]).toEqual([before + 1, beforeOfBob + 1])
    const open = (await list({ state: 'open', box: 'unread' })).length
    expect(await unread(ada)).toBe(open)
    await answer(person, asked.id)
    expect([await unread(ada), await unread(bob)]).toEqual([before, beforeOfBob])
  })

  it('is for staff alone, and members and strangers change nothing (D142 [S])', async () => {
    const person = await registered(world)
    const { id } = await threadOf((await writeToAdmins(person, 'Invoice')).id)
    const paths = ['inbox', 'inbox-unread', 'inbox-figures', 'inbox-assignees', `inbox/${id}`, 'saved-answers']
    for (const path of paths) {
      expect((await person.client.request('GET', `/api/admin/${path}`)).status).toBe(403)
      expect((await world.visitor().request('GET', `/api/admin/${path}`)).status).toBe(401)
    }
    expect((await change(id, { state: 'closed' }, person)).status).toBe(403)
    expect((await change(id, { state: 'closed' }, await hire('read_only'))).status).toBe(403)
    expect((await list({ search: person.email })).map(({ state }) => state)).toEqual(['open'])
    const unknown = await ada.client.try(inbox.findInboxThread, { params: { messageId: crypto.randomUUID() } })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'message_not_found'])
  })
})

describe("a stranger's message (D177)", () => {
  const write = async (email: string, message: string) => {
    await world.visitor().call(contact.sendContact, { body: { name: 'Sam Stranger', email, message } })
    const [row] = await world.sql<{ id: string }>('select id from contact_message where message = $1', [message])
    return row?.id ?? ''
  }

  it('has the same states and assignee, and is answered by mail from the same inbox', async () => {
    const id = await write('sam@away.test', 'Yonder one')
    const row = await threadOf(id)
    expect(row).toMatchObject({
      contactId: id,
      messageId: null,
      person: null,
      accountId: null,
      state: 'open',
      name: 'Sam Stranger',
      email: 'sam@away.test',
      message: 'Yonder one',
    })
    expect(await list({ search: 'yonder', box: 'contact' })).toHaveLength(1)
    expect((await change(row.id, { assigneeId: ada.id })).body).toMatchObject({ assignee: { id: ada.id } })
    const body = { message: 'Try again.', close: true }
    await ada.client.call(contact.answerContact, { params: { id }, body })
    expect(await threadOf(id)).toMatchObject({ state: 'closed', openSince: null, unreadCount: 0 })
    expect((await find(id)).contact).toMatchObject({ answer: 'Try again.' })
  })

  it('names the account with its address to the team, and to nobody else', async () => {
    const person = await registered(world)
    const id = await write(person.email.toUpperCase(), 'Yonder two')
    expect(await threadOf(id)).toMatchObject({ accountId: person.id, person: null })
    await world.sql('update contact_message set answer = $2, answered_at = now(), answered_by = $3 where id = $1', [
      id,
      'Done',
      ada.id,
    ])
    expect((await threadOf(id)).state).toBe('waiting')
  })
})

describe('GET /api/admin/inbox-figures', () => {
  it('has the median time to a first answer of what customers began, in 7 and in 30 days', async () => {
    await world.sql('delete from inbox_thread')
    for (const [hours, answeredDaysAgo] of [
      [1, 1],
      [3, 2],
      [50, 20],
      [90, 40],
    ]) {
      const person = await registered(world)
      const asked = await writeToAdmins(person, 'Invoice')
      await world.sql(
        `update inbox_thread set first_answered_at = now() - make_interval(days => $2),
           begun_at = now() - make_interval(days => $2, hours => $3) where thread_id = $1`,
        [asked.id, answeredDaysAgo, hours],
      )
    }
    await sendFromTeam(ada, { subject: 'Ours', message: 'x', toUserId: (await registered(world)).id })
    expect(await ada.client.call(inbox.inboxFigures)).toEqual({
      open: 4,
      waiting: 1,
      closed: 0,
      last7Days: { count: 2, medianSeconds: 2 * 3600 },
      last30Days: { count: 3, medianSeconds: 3 * 3600 },
    })
  })
})

describe('erasure', () => {
  it('removes the conversations of a person and takes them off what was assigned to them (D28)', async () => {
    const [person, grace] = [await registered(world), await hire('support')]
    const mine = await threadOf((await writeToAdmins(person, 'Invoice')).id)
    const other = await writeToAdmins(await registered(world), 'Invoice')
    await change((await threadOf(other.id)).id, { assigneeId: grace.id })
    await world.services.database.write(async (tx) => {
      await eraseMessages(tx, person.id)
      await eraseMessages(tx, grace.id)
    })
    expect(await world.sql('select from inbox_thread where id = $1', [mine.id])).toEqual([])
    expect((await threadOf(other.id)).assignee).toBe(null)
  })
})
