import { expect, it } from 'vitest'
import * as messages from '#contract/messages/messages.ts'
import { expectRefused, organization, ownWorld, registered, tags, type TestPerson } from '#tests/calls.ts'
import { addMessage } from '../../kit/messages/messages.ts'
import { idsOf, mailOf, unreadOf } from '../../kit/messages/team-mail.ts'
import { expectWrong } from '../../kit/world/wrong-fields.ts'

const world = await ownWorld({ RATE_LIMIT_FACTOR: '1' })
const [admin, other] = [await registered(world), await registered(world)]
await world.sql("update users set role = 'admin' where id = $1", [admin.id])
const { id: organizationId } = await organization(world)

const usual = { messageType: 'general', priority: 'normal' } as const
const message = { subject: 'Invoice', message: 'Where do I find it?' }
const send = (person: TestPerson, body: object) => person.client.request('POST', '/api/user/communications', body)
const read = (person: TestPerson, id: string) => person.client.call(messages.markMessageRead, { params: { id } })
const remove = (person: TestPerson, id: string) => person.client.call(messages.deleteMessage, { params: { id } })
const add = (sent: Omit<Parameters<typeof addMessage>[1], 'from'> & { from?: string }) =>
  addMessage(world.sql, { from: admin.id, ...sent })
const notFound = async (person: TestPerson, id: string) => {
  for (const call of [messages.markMessageRead, messages.deleteMessage])
    await expectRefused(call, [person, { params: { id } }, 404, 'message_not_found'])
}

it('a message to the admins is visible to nobody else', tags('S138 S233 D64 D165'), async () => {
  const person = await registered(world)
  const reply = await send(person, { ...message, ...usual, subject: ' Invoice ' })
  const sent = { ...message, ...usual, fromUserId: person.id, toUserId: null, isRead: false }
  const shown = { audience: 'admins', isOwn: true, isUnread: false, inReplyTo: null, seenAt: null }
  expect([reply.status, reply.body]).toMatchObject([201, { ...sent, ...shown }])
  expect([await mailOf(person), await mailOf(other)]).toEqual([[reply.body], []])
  const [row] = await world.sql('select * from user_communication where id = $1', [reply.body.id])
  expect(row).toMatchObject({ from_user_id: person.id, to_user_id: null, audience: 'admins', subject: 'Invoice' })
  expect((await send(person, { subject: 'Short', message: 'Form' })).body).toMatchObject(usual)
})

it('messages are checked, and nothing is stored', tags('S138 S233 D66'), async () => {
  await expectWrong(
    messages.sendMessage,
    admin,
    { body: message },
    {
      subject: [undefined, '  ', 'x'.repeat(256)],
      message: [undefined, ' \n', 'x'.repeat(5001)],
      messageType: ['announcement'],
      priority: ['high'],
      audience: ['broadcast'],
      inReplyTo: ['x'],
    },
  )
  expect(await world.sql('select id from user_communication where from_user_id = $1', [admin.id])).toEqual([])
})

it('each person sends 10 messages an hour, of full length', tags('D66'), async () => {
  world.clock.holdReal()
  const person = await registered(world)
  const long = { subject: 'x'.repeat(255), message: 'é'.repeat(5000) }
  const replies = await Promise.all(Array.from({ length: 12 }, () => send(person, long)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
  const refused = await send(person, long)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_messages' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send(other, message)).status).toBe(201)
})

it('people have messages to them and to everybody, newest first', tags('S232 D64 D66'), async () => {
  const early = await add({ minutes: -5 })
  const person = await registered(world)
  const mine = await add({ to: person.id, minutes: 1 })
  await add({ to: other.id })
  await add({ from: other.id, audience: 'admins' })
  await add({ from: other.id, audience: 'organization', organizationId })
  const all = await add({ minutes: 2 })
  const list = await mailOf(person)
  expect(list.map(({ id }) => id).slice(0, 2)).toEqual([all, mine])
  const toAll = { audience: 'broadcast', toUserId: null, isOwn: false, isUnread: true }
  expect(list[0]).toMatchObject(toAll)
  expect(list[1]).toMatchObject({ audience: 'person', toUserId: person.id, isRead: false, priority: 'normal' })
  expect(list.every(({ audience }) => audience === 'person' || audience === 'broadcast')).toBe(true)
  // Own messages and broadcasts from before the account are not unread.
  await send(person, message)
  expect(list.find(({ id }) => id === early)).toMatchObject({ isUnread: false, isRead: false })
  expect([await unreadOf(person), list.filter(({ isUnread }) => isUnread).length]).toEqual([2, 2])
  await world.sql('update user_communication set withdrawn_at = now() where id = $1', [all])
  expect(await idsOf(person)).not.toContain(all)
  await notFound(person, all)
})

it('reading and deleting a broadcast is of each person', tags('S178 S234 S235 D65'), async () => {
  const [person, second] = [await registered(world), await registered(world)]
  const id = await add({ minutes: 3 })
  const [before, secondBefore] = [await unreadOf(person), await unreadOf(second)]
  const readAt = () => world.sql('select read_at from user_communication_state where user_id = $1', [person.id])
  expect(await read(person, id)).toMatchObject({ id, isRead: true, isUnread: false })
  const first = await readAt()
  await read(person, id)
  expect([await unreadOf(person), await readAt()]).toEqual([before - 1, first])
  expect((await mailOf(second))[0]).toMatchObject({ id, isRead: false, isUnread: true })
  expect(await remove(person, id)).toEqual({ success: true })
  expect(await idsOf(person)).not.toContain(id)
  expect([await idsOf(second), await unreadOf(second)]).toEqual([expect.arrayContaining([id]), secondBefore])
  await notFound(person, id)
})

it('foreign messages are neither read, deleted nor answered', tags('S234 S235 D64'), async () => {
  const person = await registered(world)
  const { body } = await send(other, message)
  const foreign = [
    await add({ to: other.id }),
    await add({ from: other.id, audience: 'organization', organizationId }),
    String(body.id),
  ]
  for (const id of [...foreign, crypto.randomUUID()]) await notFound(person, id)
  await expectRefused(messages.deleteMessage, [person, { params: { id: 'no-id' } }, 404, {}])
  expect(await world.sql('select * from user_communication_state where user_id = $1', [person.id])).toEqual([])
  expect(await idsOf(other)).toEqual(expect.arrayContaining(foreign))
  const answer = { body: { ...message, inReplyTo: body.id } }
  await expectRefused(messages.sendMessage, [person, answer, 404, 'message_not_found'])
  await remove(other, String(body.id))
  await expectRefused(messages.sendMessage, [other, answer, 404, 'message_not_found'])
  expect(await world.sql('select id from user_communication where from_user_id = $1', [person.id])).toEqual([])
})

it('a thread has answers from both sides, and when it was seen', tags('D66'), async () => {
  const person = await registered(world)
  const threadId = String((await send(person, message)).body.id)
  const seen = 'insert into user_communication_state (communication_id, user_id, read_at) values ($1, $2, now())'
  await world.sql(seen, [threadId, admin.id])
  const answer = await add({ to: person.id, inReplyTo: threadId, minutes: 1 })
  const more = await send(person, { ...message, inReplyTo: answer })
  expect(more).toMatchObject({ status: 201, body: { inReplyTo: threadId, audience: 'admins' } })
  const thread = (await mailOf(person)).filter(({ id, inReplyTo }) => (inReplyTo ?? id) === threadId)
  expect(thread).toHaveLength(3)
  expect(thread.find(({ id }) => id === threadId)?.seenAt).toMatch(/Z$/)
  expect(thread.find(({ id }) => id === answer)).toMatchObject({ isUnread: true, seenAt: null })
})
