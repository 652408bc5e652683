import { describe, expect, it } from 'vitest'
import { setUserRole } from '#contract/admin/users.ts'
import { findInboxThread } from '#contract/messages/inbox.ts'
import { eraseMessages } from '#server/messages/messages.ts'
import { actsOn, ownWorld, platformAdmin, registered, staffMember, type TestPerson } from '#tests/calls.ts'
import { changeThreadAs, threadWith } from '../../kit/messages/inbox.ts'
import { sendFromTeam, withdrawAs, writeToAdmins } from '../../kit/messages/team-mail.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const find = (messageId: string) => ada.client.call(findInboxThread, { params: { messageId } })
const threadOf = (messageId: string) => threadWith(ada, messageId)
const change = (id: string, body: object, by = ada) => changeThreadAs(by, id, body)

function answer(person: TestPerson, inReplyTo: string, more: object = {}, by = ada) {
  return sendFromTeam(by, { subject: 'Invoice', message: 'Here it is.', toUserId: person.id, inReplyTo, ...more })
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
    const [person, grace] = [await registered(world), await staffMember(world, 'support')]
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
    for (const assigneeId of [person.id, (await staffMember(world, 'finance')).id, crypto.randomUUID()]) {
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
    const [person, grace] = [await registered(world), await staffMember(world, 'support')]
    const asked = await writeToAdmins(person, 'Invoice')
    const seen = { seenId: asked.id }
    const replies = await Promise.all([answer(person, asked.id, seen), answer(person, asked.id, seen, grace)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'changed_meanwhile' })
    const stored = await world.sql('select from user_communication where in_reply_to = $1', [asked.id])
    expect(stored).toHaveLength(1)
    // An admin who has seen it may add to it.
    const { messageId } = await threadOf(asked.id)
    expect((await answer(person, asked.id, { seenId: messageId }, grace)).status).toBe(201)
    expect((await answer(person, asked.id, { seenId: messageId })).status).toBe(409)
  })
})

describe('erasure', () => {
  it('removes the conversations of a person and takes them off what was assigned to them (D28)', async () => {
    const [person, grace] = [await registered(world), await staffMember(world, 'support')]
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
