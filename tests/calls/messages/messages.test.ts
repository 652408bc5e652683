import * as adminMessages from '#contract/messages/admin-messages.ts'
import * as messages from '#contract/messages/messages.ts'
import { actsOn, addMessage, expect, expectRefused, expectWrong, idsOf, it, mailOf } from '#tests/calls.ts'
import { organization, ownWorld, platformAdmin, registered, sendFromTeam, tags, type TestPerson } from '#tests/calls.ts'
import { unreadOf, useStrictLimits, withdrawAs, writeToAdmins } from '#tests/calls.ts'

const world = await ownWorld()
const [ada, bob, other] = [await platformAdmin(world), await platformAdmin(world), await registered(world)]
const { id: organizationId } = await organization(world)

const message = { subject: 'News', message: 'There is something new.' }
const send = (body: object) => sendFromTeam(ada, body)
const list = (query: object = {}, by = ada) => by.client.call(adminMessages.adminCommunications, { query })
const thread = (id: string, by = ada) => by.client.call(adminMessages.adminThread, { params: { id } })
const threadIds = async (id: string) => (await thread(id)).map((one) => one.id)
const read = (person: TestPerson, id: string) => person.client.call(messages.markMessageRead, { params: { id } })

it('everybody sees a message to all at once', tags('S434 S478 S604 D65'), async () => {
  const [one, two] = [await registered(world), await registered(world)]
  const before = await unreadOf(one)
  const words = { ...message, messageType: 'announcement', priority: 'high', toUserId: null }
  const reply = await send(words)
  expect(reply).toMatchObject({ status: 201, body: { ...words, audience: 'broadcast', fromUserId: ada.id } })
  const id = String(reply.body.id)
  for (const person of [one, two]) expect((await mailOf(person))[0]).toMatchObject({ id, ...words, isUnread: true })
  expect(await unreadOf(one)).toBe(before + 1)
  const [row] = await world.sql('select * from user_communication where id = $1', [id])
  expect(row).toMatchObject({ audience: 'broadcast', to_user_id: null, message_type: 'announcement' })
  const acts = await actsOn(ada, 'message', id)
  const after = { to: 'everybody', messageType: 'announcement' }
  expect(acts).toMatchObject([{ action: 'message.send', after, targetName: 'News' }])
  expect(JSON.stringify(acts)).not.toContain(message.message)
  await one.client.call(messages.deleteMessage, { params: { id } })
  expect(await idsOf(one)).not.toContain(id)
  for (const ids of [await idsOf(two), (await list()).map((each) => each.id)]) expect(ids).toContain(id)
})

it('one person sees a message to them, and admins say how many', tags('S434 S604 D65'), async () => {
  const count = async () => (await ada.client.call(adminMessages.broadcastAudience)).people
  const before = await count()
  const [person, other] = [await registered(world), await registered(world)]
  expect(await count()).toBe(before + 2)
  const { status, body } = await send({ ...message, toUserId: person.id })
  const given = { audience: 'person', messageType: 'general', priority: 'normal' }
  expect([status, body]).toMatchObject([201, given])
  expect(await idsOf(person)).toContain(body.id)
  // It belongs to the team, not to the admin as a person.
  for (const who of [other, ada]) expect(await idsOf(who)).not.toContain(body.id)
  await world.sql('update users set is_active = false where id = $1', [person.id])
  expect(await count()).toBe(before + 1)
})

it('other values and unknown people are refused, and nothing is stored', tags('S478 S536 S604 D164'), async () => {
  const stored = () => world.sql('select count(*) from user_communication')
  const before = await stored()
  const wrong = {
    subject: [' ', undefined, 'x'.repeat(256)],
    message: ['', 'x'.repeat(5001)],
    messageType: ['minutes_request'],
    priority: ['medium'],
    toUserId: ['x'],
  }
  await expectWrong(adminMessages.sendTeamMessage, ada, { body: message }, wrong)
  const unknown = { body: { ...message, toUserId: crypto.randomUUID() } }
  await expectRefused(adminMessages.sendTeamMessage, [ada, unknown, 404, 'user_not_found'])
  expect(await stored()).toEqual(before)
})

it('admins have what people wrote to them, and nothing of organizations', tags('S603 D64'), async () => {
  const [firm, person] = [await organization(world), await registered(world, { firstName: 'Zoe' })]
  const mine = await writeToAdmins(person, 'Invoice')
  const inside = await firm.owner.client.call(messages.sendMessage, {
    body: { subject: 'Inside', message: 'Ours', audience: 'organization' },
  })
  const all = await list()
  const shown = { subject: 'Invoice', audience: 'admins', isUnread: true, messageCount: 1, unreadCount: 1 }
  const by = { id: person.id, email: person.email, firstName: 'Zoe' }
  expect(all.find(({ id }) => id === mine.id)).toMatchObject({ ...shown, person: by })
  expect(all.map(({ id }) => id)).not.toContain(inside.id)
  expect((await list({}, bob)).map(({ id }) => id)).toContain(mine.id)
  // It counts in the panel, not among an admin's own messages.
  expect(await idsOf(bob)).not.toContain(mine.id)
  const answer = { body: { ...message, inReplyTo: mine.id } }
  await expectRefused(messages.sendMessage, [ada, answer, 404, 'message_not_found'])
  const unknown = { params: { id: crypto.randomUUID() } }
  await expectRefused(adminMessages.adminThread, [ada, unknown, 404, 'message_not_found'])
})

it('an admin whose role rests for lack of a second factor reads nothing', tags('D27'), async () => {
  const { id } = await writeToAdmins(await registered(world), 'Secret')
  await read(bob, id)
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at)
     values ('adminTwoFactorRequired', 'true', now())
     on conflict (setting_key) do update set setting_value = excluded.setting_value`,
  )
  try {
    await expectRefused(messages.markMessageRead, [bob, { params: { id } }, 404, {}])
    await expectRefused(adminMessages.adminCommunications, [bob, {}, 403, {}])
  } finally {
    await world.sql("delete from platform_setting where setting_key = 'adminTwoFactorRequired'")
  }
})

it('threads are searched, filtered, sorted and paged', tags('D150 D166'), async () => {
  const [abel, cleo] = [await registered(world, { firstName: 'Abel' }), await registered(world, { firstName: 'Cleo' })]
  const asked = await writeToAdmins(cleo, 'Quax beta')
  await send({ subject: 'Quax alpha', message: 'x', toUserId: abel.id, messageType: 'support' })
  await send({ subject: 'Quax gamma', message: 'x' })
  const find = async (query: object) => {
    const reply = await ada.client.try(adminMessages.adminCommunications, { query: { search: 'quax', ...query } })
    const names = reply.body.map(({ subject }: { subject: string }) => subject.slice(5))
    return `${reply.headers.get('x-total-count')} ${names.join(' ')}`
  }
  for (const [query, found] of [
    [{}, '3 gamma alpha beta'],
    [{ sort: 'created' }, '3 beta alpha gamma'],
    [{ sort: 'subject' }, '3 alpha beta gamma'],
    [{ sort: '-person' }, '3 beta alpha gamma'],
    [{ limit: 1, offset: 1 }, '3 alpha'],
    [{ offset: 5 }, '3 '],
    [{ box: 'unread' }, '1 beta'],
    [{ box: 'from_people' }, '1 beta'],
    [{ box: 'to_everybody' }, '1 gamma'],
    [{ box: 'to_person' }, '1 alpha'],
    [{ messageType: 'support' }, '1 alpha'],
    [{ search: cleo.email }, '1 beta'],
  ] as const)
    expect([query, await find(query)]).toEqual([query, found])
  await read(ada, asked.id)
  expect(await find({ box: 'unread' })).toBe('0 ')
})

it('a thread holds both sides, with read marks of each admin', tags('S603 D64 D65 D66'), async () => {
  const person = await registered(world)
  const asked = await writeToAdmins(person, 'Invoice')
  await read(ada, asked.id)
  expect((await mailOf(person))[0]).toMatchObject({ id: asked.id, seenAt: expect.stringMatching(/Z$/) as string })
  const body = { subject: 'Invoice', message: 'On your account.', toUserId: person.id, inReplyTo: asked.id }
  const answer = await send(body)
  expect(answer).toMatchObject({ status: 201, body: { inReplyTo: asked.id, readCount: 0 } })
  const answerId = String(answer.body.id)
  const thanks = await writeToAdmins(person, 'Invoice', answerId)
  await read(person, answerId)
  for (const who of [ada, bob]) {
    const found = await thread(asked.id, who)
    expect(found.map(({ id }) => id)).toEqual([asked.id, answerId, thanks.id])
    const seen = { readCount: 1, seenAt: expect.stringMatching(/Z$/) as string }
    expect(found[1]).toMatchObject({ sender: { id: ada.id }, recipient: { id: person.id }, ...seen })
  }
  const unreadFor = async (who: TestPerson) => (await list({ search: person.email }, who))[0]?.unreadCount
  expect([await unreadFor(ada), await unreadFor(bob)]).toEqual([1, 2])
  // One admin's deleting does not affect another's list.
  await ada.client.call(messages.deleteMessage, { params: { id: asked.id } })
  expect([(await thread(thanks.id)).length, (await thread(thanks.id, bob)).length]).toEqual([2, 3])
})

it('a thread about a broadcast is of each person', tags('D64 D66'), async () => {
  const [one, two] = [await registered(world), await registered(world)]
  const id = String((await send(message)).body.id)
  const [first, second] = [await writeToAdmins(one, 'News', id), await writeToAdmins(two, 'News', id)]
  expect([await threadIds(first.id), await threadIds(id)]).toEqual([[id, first.id], [id]])
  const answer = await send({ ...message, toUserId: one.id, inReplyTo: first.id })
  expect(answer.body.inReplyTo).toBe(id)
  expect(await threadIds(second.id)).toEqual([id, second.id])
  expect(await idsOf(two)).not.toContain(answer.body.id)
  // An answer in another person's thread is refused.
  for (const toUserId of [two.id, null]) {
    const foreign = { body: { ...message, toUserId, inReplyTo: first.id } }
    await expectRefused(adminMessages.sendTeamMessage, [ada, foreign, 404, 'message_not_found'])
  }
})

it('any admin withdraws a message of the team, and none of a person', tags('D64 D65 D153'), async () => {
  const person = await registered(world)
  for (const toUserId of [null, person.id]) {
    const before = await unreadOf(person)
    const id = String((await send({ ...message, toUserId })).body.id)
    expect(await unreadOf(person)).toBe(before + 1)
    expect(await withdrawAs(bob, id)).toMatchObject({ status: 200, body: { success: true } })
    expect([await unreadOf(person), await thread(id)]).toEqual([before, []])
    for (const ids of [await idsOf(person), (await list()).map((each) => each.id)]) expect(ids).not.toContain(id)
    expect(await withdrawAs(ada, id)).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
    const [act] = await actsOn(ada, 'message', id)
    const [to, after] = [toUserId ?? 'everybody', { to: null }]
    expect(act).toMatchObject({ action: 'message.withdraw', adminId: bob.id, before: { to }, after })
  }
  const { id } = await writeToAdmins(person, 'Mine')
  expect((await withdrawAs(ada, id)).status).toBe(404)
  expect(await idsOf(person)).toContain(id)
})

const usual = { messageType: 'general', priority: 'normal' } as const
const question = { subject: 'Invoice', message: 'Where do I find it?' }
const ask = (person: TestPerson, body: object) => person.client.request('POST', '/api/user/communications', body)
const remove = (person: TestPerson, id: string) => person.client.call(messages.deleteMessage, { params: { id } })
const add = (sent: Omit<Parameters<typeof addMessage>[1], 'from'> & { from?: string }) =>
  addMessage(world.sql, { from: ada.id, ...sent })
const notFound = async (person: TestPerson, id: string) => {
  for (const call of [messages.markMessageRead, messages.deleteMessage])
    await expectRefused(call, [person, { params: { id } }, 404, 'message_not_found'])
}

it('a message to the admins is checked, and visible to nobody else', tags('S138 S233 D64 D66 D165'), async () => {
  const person = await registered(world)
  const wrong = {
    subject: [undefined, '  ', 'x'.repeat(256)],
    message: [undefined, ' \n', 'x'.repeat(5001)],
    messageType: ['announcement'],
    priority: ['high'],
    audience: ['broadcast'],
    inReplyTo: ['x'],
  }
  await expectWrong(messages.sendMessage, person, { body: question }, wrong)
  expect(await world.sql('select id from user_communication where from_user_id = $1', [person.id])).toEqual([])
  const reply = await ask(person, { ...question, ...usual, subject: ' Invoice ' })
  const sent = { ...question, ...usual, fromUserId: person.id, toUserId: null, isRead: false }
  const shown = { audience: 'admins', isOwn: true, isUnread: false, inReplyTo: null, seenAt: null }
  expect([reply.status, reply.body]).toMatchObject([201, { ...sent, ...shown }])
  expect([(await mailOf(person))[0], await idsOf(other)]).toEqual([
    reply.body,
    expect.not.arrayContaining([reply.body.id]),
  ])
  const [row] = await world.sql('select * from user_communication where id = $1', [reply.body.id])
  expect(row).toMatchObject({ from_user_id: person.id, to_user_id: null, audience: 'admins', subject: 'Invoice' })
  expect((await ask(person, { subject: 'Short', message: 'Form' })).body).toMatchObject(usual)
})

it('each person sends 10 messages an hour, of full length', tags('D66'), async () => {
  const person = await registered(world)
  useStrictLimits(world)
  const long = { subject: 'x'.repeat(255), message: 'é'.repeat(5000) }
  const replies = await Promise.all(Array.from({ length: 12 }, () => ask(person, long)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
  const refused = await ask(person, long)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_messages' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask(other, question)).status).toBe(201)
})

it('people have messages to them and to everybody, newest first', tags('S232 D64 D66'), async () => {
  const early = await add({ minutes: -5 })
  const person = await registered(world)
  const mine = await add({ to: person.id, minutes: 1 })
  await add({ to: other.id })
  await add({ from: other.id, audience: 'admins' })
  await add({ from: other.id, audience: 'organization', organizationId })
  const all = await add({ minutes: 2 })
  const own = await mailOf(person)
  expect(own.map(({ id }) => id).slice(0, 2)).toEqual([all, mine])
  const toAll = { audience: 'broadcast', toUserId: null, isOwn: false, isUnread: true }
  expect(own[0]).toMatchObject(toAll)
  expect(own[1]).toMatchObject({ audience: 'person', toUserId: person.id, isRead: false, priority: 'normal' })
  expect(own.every(({ audience }) => audience === 'person' || audience === 'broadcast')).toBe(true)
  // Own messages and broadcasts from before the account are not unread.
  await ask(person, question)
  expect(own.find(({ id }) => id === early)).toMatchObject({ isUnread: false, isRead: false })
  expect([await unreadOf(person), own.filter(({ isUnread }) => isUnread).length]).toEqual([2, 2])
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
  const { body } = await ask(other, question)
  const foreign = [
    await add({ to: other.id }),
    await add({ from: other.id, audience: 'organization', organizationId }),
    String(body.id),
  ]
  for (const id of [...foreign, crypto.randomUUID()]) await notFound(person, id)
  await expectRefused(messages.deleteMessage, [person, { params: { id: 'no-id' } }, 404, {}])
  expect(await world.sql('select * from user_communication_state where user_id = $1', [person.id])).toEqual([])
  expect(await idsOf(other)).toEqual(expect.arrayContaining(foreign))
  const answer = { body: { ...question, inReplyTo: body.id } }
  await expectRefused(messages.sendMessage, [person, answer, 404, 'message_not_found'])
  await remove(other, String(body.id))
  await expectRefused(messages.sendMessage, [other, answer, 404, 'message_not_found'])
  expect(await world.sql('select id from user_communication where from_user_id = $1', [person.id])).toEqual([])
})

it('a thread has answers from both sides, and when it was seen', tags('D66'), async () => {
  const person = await registered(world)
  const threadId = String((await ask(person, question)).body.id)
  const seen = 'insert into user_communication_state (communication_id, user_id, read_at) values ($1, $2, now())'
  await world.sql(seen, [threadId, ada.id])
  const answer = await add({ to: person.id, inReplyTo: threadId, minutes: 1 })
  const more = await ask(person, { ...question, inReplyTo: answer })
  expect(more).toMatchObject({ status: 201, body: { inReplyTo: threadId, audience: 'admins' } })
  const whole = (await mailOf(person)).filter(({ id, inReplyTo }) => (inReplyTo ?? id) === threadId)
  expect(whole).toHaveLength(3)
  expect(whole.find(({ id }) => id === threadId)?.seenAt).toMatch(/Z$/)
  expect(whole.find(({ id }) => id === answer)).toMatchObject({ isUnread: true, seenAt: null })
})
