import { currentUser } from '#contract/identity/current-user.ts'
import * as messages from '#contract/messages/messages.ts'
import { describe, expect, it, organization, ownWorld, registered, type TestPerson } from '#tests/calls.ts'
import { addMessage } from '../../kit/messages/messages.ts'

const world = await ownWorld({ RATE_LIMIT_FACTOR: '1' })
const admin = await registered(world)
await world.sql("update users set role = 'admin' where id = $1", [admin.id])

const message = {
  subject: 'Invoice',
  message: 'Where do I find it?',
  messageType: 'general',
  priority: 'normal',
} as const
const list = (person: TestPerson) => person.client.call(messages.communications)
const unread = async (person: TestPerson) => (await person.client.call(currentUser)).unreadMessages
const send = (person: TestPerson, body: object) => person.client.request('POST', '/api/user/communications', body)
const read = (person: TestPerson, id: string) =>
  person.client.request('PATCH', `/api/user/communications/${id}/read`, undefined)
const remove = (person: TestPerson, id: string) =>
  person.client.request('DELETE', `/api/user/communications/${id}`, undefined)

describe('writing to the admins', () => {
  it('stores the fixed type and priority, visible to nobody else (S138, S233, D64 [S], D165)', async () => {
    const [person, other] = [await registered(world), await registered(world)]
    const reply = await send(person, { ...message, subject: ' Invoice ' })
    expect(reply).toMatchObject({
      status: 201,
      body: { ...message, fromUserId: person.id, toUserId: null, isRead: false },
    })
    expect(reply.body).toMatchObject({
      audience: 'admins',
      isOwn: true,
      isUnread: false,
      inReplyTo: null,
      seenAt: null,
    })
    expect(await list(person)).toEqual([reply.body])
    expect(await list(other)).toEqual([])
    const [row] = await world.sql('select * from user_communication where id = $1', [reply.body.id])
    expect(row).toMatchObject({ from_user_id: person.id, to_user_id: null, audience: 'admins', subject: 'Invoice' })
    expect((await send(person, { subject: 'Short', message: 'Form' })).body).toMatchObject({
      messageType: 'general',
      priority: 'normal',
    })
  })

  it.each([
    ['subject', 'missing', undefined],
    ['subject', 'blank', '  '],
    ['subject', 'too long', 'x'.repeat(256)],
    ['message', 'missing', undefined],
    ['message', 'blank', ' \n'],
    ['message', 'too long', 'x'.repeat(5001)],
    ['messageType', 'another', 'announcement'],
    ['priority', 'another', 'high'],
    ['audience', 'everybody', 'broadcast'],
    ['inReplyTo', 'no id', 'x'],
  ])('%s %s is 400 and stores nothing (S138, S233, D66)', async (field, _what, value) => {
    const reply = await send(admin, { ...message, [field]: value })
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input', field } })
    expect(await world.sql('select id from user_communication where from_user_id = $1', [admin.id])).toEqual([])
  })

  it('accepts 10 an hour from each person, of full length (D66)', async () => {
    world.clock.holdReal()
    const [person, other] = [await registered(world), await registered(world)]
    const long = { ...message, subject: 'x'.repeat(255), message: 'é'.repeat(5000) }
    const replies = await Promise.all(Array.from({ length: 12 }, () => send(person, long)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = await send(person, long)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_messages' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send(other, message)).status).toBe(201)
  }, 40_000)
})

describe("a person's list", () => {
  it('has messages to this person and to everybody, newest first (S232, D64 [S], D66)', async () => {
    const [person, other] = [await registered(world), await registered(world)]
    const mine = await addMessage(world.sql, { from: admin.id, to: person.id, minutes: 1 })
    await addMessage(world.sql, { from: admin.id, to: other.id })
    await addMessage(world.sql, { from: other.id, audience: 'admins' })
    const { id: organizationId } = await organization(world)
    await addMessage(world.sql, { from: other.id, audience: 'organization', organizationId })
    const all = await addMessage(world.sql, { from: admin.id, minutes: 2 })
    expect((await list(person)).map(({ id }) => id).slice(0, 2)).toEqual([all, mine])
    const [broadcast, toMe] = await list(person)
    expect(broadcast).toMatchObject({ audience: 'broadcast', toUserId: null, isOwn: false, isUnread: true })
    expect(toMe).toMatchObject({ audience: 'person', toUserId: person.id, isRead: false, priority: 'normal' })
    expect((await list(person)).every(({ audience }) => audience === 'person' || audience === 'broadcast')).toBe(true)
    await world.sql('update user_communication set withdrawn_at = now() where id = $1', [all])
    expect((await list(person)).map(({ id }) => id)).not.toContain(all)
    expect((await read(person, all)).status).toBe(404)
  })

  it('counts neither own messages nor broadcasts from before the account as unread (D66)', async () => {
    const early = await addMessage(world.sql, { from: admin.id, minutes: -5 })
    const person = await registered(world)
    await send(person, message)
    const before = (await list(person)).filter(({ isUnread }) => isUnread).length
    expect(await unread(person)).toBe(before)
    expect((await list(person)).find(({ id }) => id === early)).toMatchObject({ isUnread: false, isRead: false })
    await addMessage(world.sql, { from: admin.id, to: person.id })
    await addMessage(world.sql, { from: admin.id, minutes: 1 })
    expect(await unread(person)).toBe(before + 2)
    expect((await list(person)).filter(({ isUnread }) => isUnread)).toHaveLength(before + 2)
  })
})

describe('reading and deleting', () => {
  it('is stored per person: for others the same broadcast stays unread (S178, S234, S235, D65)', async () => {
    const [person, other] = [await registered(world), await registered(world)]
    const id = await addMessage(world.sql, { from: admin.id, minutes: 3 })
    const [before, othersBefore] = [await unread(person), await unread(other)]
    expect(await read(person, id)).toMatchObject({ status: 200, body: { id, isRead: true, isUnread: false } })
    expect(await unread(person)).toBe(before - 1)
    const [row] = await world.sql('select read_at from user_communication_state where user_id = $1', [person.id])
    expect((await read(person, id)).status).toBe(200)
    expect(await world.sql('select read_at from user_communication_state where user_id = $1', [person.id])).toEqual([
      row,
    ])
    expect((await list(other))[0]).toMatchObject({ id, isRead: false, isUnread: true })

    expect(await remove(person, id)).toMatchObject({ status: 200, body: { success: true } })
    expect((await list(person)).map((one) => one.id)).not.toContain(id)
    expect((await list(other)).map((one) => one.id)).toContain(id)
    expect(await unread(other)).toBe(othersBefore)
    for (const again of [await remove(person, id), await read(person, id)]) {
      expect(again).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
    }
  })

  it('of others’ messages is 404 and changes nothing (S234, S235, D64 [S])', async () => {
    const [person, other] = [await registered(world), await registered(world)]
    const { id: organizationId } = await organization(world)
    const foreign = [
      await addMessage(world.sql, { from: admin.id, to: other.id }),
      await addMessage(world.sql, { from: other.id, audience: 'admins' }),
      await addMessage(world.sql, { from: other.id, audience: 'organization', organizationId }),
      crypto.randomUUID(),
      'no-id',
    ]
    for (const id of foreign) {
      expect((await read(person, id)).status).toBe(404)
      expect((await remove(person, id)).status).toBe(404)
    }
    expect(await world.sql('select * from user_communication_state where user_id = $1', [person.id])).toEqual([])
    expect(await list(other)).toHaveLength((await list(person)).length + 3)
  })

  it('is refused to a stranger', async () => {
    const id = await addMessage(world.sql, { from: admin.id, to: admin.id })
    const visitor = world.visitor()
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PATCH', `/${id}/read`],
      ['DELETE', `/${id}`],
    ] as const) {
      expect((await visitor.request(method, `/api/user/communications${path}`)).status).toBe(401)
    }
  })
})

describe('threads', () => {
  it('have answers from both sides under their first message, with the read state for the sender (D66)', async () => {
    const person = await registered(world)
    const first = await send(person, message)
    const threadId = String(first.body.id)
    await world.sql(
      'insert into user_communication_state (communication_id, user_id, read_at) values ($1, $2, now())',
      [threadId, admin.id],
    )
    const answer = await addMessage(world.sql, { from: admin.id, to: person.id, inReplyTo: threadId, minutes: 1 })
    const more = await send(person, { ...message, message: 'Thank you', inReplyTo: answer })
    expect(more).toMatchObject({ status: 201, body: { inReplyTo: threadId, audience: 'admins' } })
    const thread = (await list(person)).filter(({ id, inReplyTo }) => (inReplyTo ?? id) === threadId)
    expect(thread).toHaveLength(3)
    expect(thread.find(({ id }) => id === threadId)?.seenAt).toMatch(/Z$/)
    expect(thread.find(({ id }) => id === answer)).toMatchObject({ isUnread: true, seenAt: null })
  })

  it('are closed to others: answering a foreign or deleted message is 404 and sends nothing (D64 [S])', async () => {
    const [person, other] = [await registered(world), await registered(world)]
    const { body } = await send(other, message)
    const reply = await send(person, { ...message, inReplyTo: body.id })
    expect(reply).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
    await remove(other, String(body.id))
    expect((await send(other, { ...message, inReplyTo: body.id })).status).toBe(404)
    expect(await world.sql('select id from user_communication where from_user_id = $1', [person.id])).toEqual([])
  })
})
