import { setUserRole } from '#contract/admin/users.ts'
import type { Input } from '#contract/call.ts'
import * as contact from '#contract/messages/contact.ts'
import * as inbox from '#contract/messages/inbox.ts'
import * as messages from '#contract/messages/messages.ts'
import * as saved from '#contract/messages/saved-answers.ts'
import { eraseMessages } from '#server/messages/messages.ts'
import { actsOn, expect, expectRefused, expectWrong, it, ownWorld, platformAdmin, registered } from '#tests/calls.ts'
import { sendFromTeam, staffMember, tags, type TestPerson, withdrawAs, writeToAdmins } from '#tests/calls.ts'

const world = await ownWorld()
const [ada, bob, grace] = [await platformAdmin(world), await platformAdmin(world), await staffMember(world, 'support')]

const list = (query: object = {}) => ada.client.call(inbox.inbox, { query })
const find = (messageId: string) => ada.client.call(inbox.findInboxThread, { params: { messageId } })
const threadOf = async (messageId: string) => {
  const { thread } = await find(messageId)
  if (!thread) throw new Error('No conversation')
  return thread
}
const change = (id: string, body: object, by = ada) => by.client.request('PATCH', `/api/admin/inbox/${id}`, body)
const answer = (person: TestPerson, inReplyTo: string, more: object = {}, by = ada) =>
  sendFromTeam(by, { subject: 'Invoice', message: 'Here it is.', toUserId: person.id, inReplyTo, ...more })
const ask = async (person?: TestPerson, inReplyTo?: string) => {
  const by = person ?? (await registered(world, { firstName: 'Zoe' }))
  return { person: by, asked: await writeToAdmins(by, 'Invoice', inReplyTo) }
}

it('the inbox is searched, filtered and sorted', tags('D150 D166'), async () => {
  const [abel, cleo] = [await registered(world, { firstName: 'Abel' }), await registered(world, { firstName: 'Cleo' })]
  const [early, late] = [await writeToAdmins(abel, 'Quax early'), await writeToAdmins(cleo, 'Quax late')]
  await writeToAdmins(abel, 'Quax early', early.id)
  await sendFromTeam(ada, { subject: 'Quax ours', message: 'x', toUserId: cleo.id, messageType: 'support' })
  const search = async (query: object) => {
    const reply = await ada.client.try(inbox.inbox, { query: { search: 'quax', ...query } })
    const names = reply.body.map(({ subject }: { subject: string }) => subject.slice(5))
    return `${reply.headers.get('x-total-count')} ${names.join(' ')}`
  }
  for (const [query, found] of [
    [{}, '3 ours early late'],
    [{ state: 'open' }, '2 early late'],
    [{ state: 'open', sort: 'waiting' }, '2 early late'],
    [{ state: 'open', sort: '-waiting' }, '2 late early'],
    [{ sort: 'person' }, '3 early ours late'],
    [{ sort: 'subject', limit: 1, offset: 1 }, '3 late'],
    [{ state: 'waiting' }, '1 ours'],
    [{ box: 'from_people' }, '2 early late'],
    [{ box: 'to_person' }, '1 ours'],
    [{ messageType: 'support' }, '1 ours'],
    [{ assignee: 'mine' }, '0 '],
    [{ box: 'unread' }, '2 early late'],
  ] as const)
    expect([query, await search(query)]).toEqual([query, found])
  await change((await threadOf(late.id)).id, { assigneeId: ada.id })
  await ada.client.call(messages.markMessageRead, { params: { id: late.id } })
  const mine = [
    await search({ assignee: 'mine' }),
    await search({ assignee: 'nobody' }),
    await search({ box: 'unread' }),
  ]
  expect(mine).toEqual(['1 late', '2 ours early', '1 early'])
})

it('the inbox counts what is open and unread by each admin', async () => {
  const unread = async () => {
    const counts = await Promise.all([ada, bob].map(({ client }) => client.call(inbox.inboxUnread)))
    return counts.map((count) => count.unread)
  }
  const before = await unread()
  const { person, asked } = await ask()
  await ask(person, asked.id)
  expect(await unread()).toEqual(before.map((count) => count + 1))
  expect((await unread())[0]).toBe((await list({ state: 'open', box: 'unread' })).length)
  await answer(person, asked.id)
  expect(await unread()).toEqual(before)
  const unknown = { params: { messageId: crypto.randomUUID() } }
  await expectRefused(inbox.findInboxThread, [ada, unknown, 404, 'message_not_found'])
})

it('a conversation is open, waits after an answer, and can be closed', tags('D66'), async () => {
  const { person, asked } = await ask()
  const none = { assignee: null, answeredAt: null, firstAnswerSeconds: null }
  const fresh = { messageId: asked.id, unreadCount: 1, openSince: asked.createdAt, ...none }
  const first = await threadOf(asked.id)
  expect(first).toMatchObject({ state: 'open', person: { id: person.id, firstName: 'Zoe' }, ...fresh })
  const { body } = await answer(person, asked.id)
  const waiting = await threadOf(asked.id)
  expect(waiting).toMatchObject({ state: 'waiting', openSince: null, answeredBy: { id: ada.id }, messageCount: 2 })
  expect(waiting.firstAnswerSeconds).toBeGreaterThanOrEqual(0)
  const { asked: again } = await ask(person, String(body.id))
  const reopened = await threadOf(again.id)
  expect(reopened).toMatchObject({ id: waiting.id, state: 'open', openSince: again.createdAt, answeredBy: null })
  expect(reopened.firstAnswerSeconds).toBe(waiting.firstAnswerSeconds)
  expect((await answer(person, again.id, { close: true })).status).toBe(201)
  expect(await threadOf(again.id)).toMatchObject({ state: 'closed', openSince: null })
  const { asked: thanks } = await ask(person, asked.id)
  expect(await find(thanks.id)).toMatchObject({ thread: { id: waiting.id, state: 'open' }, contact: null })
})

it('a conversation is open again when its only answer is withdrawn', tags('D65'), async () => {
  const { person, asked } = await ask()
  const { body } = await answer(person, asked.id)
  await withdrawAs(ada, String(body.id))
  expect(await threadOf(asked.id)).toMatchObject({ state: 'open', openSince: asked.createdAt, answeredAt: null })
})

it('a broadcast begins a conversation with each who answers it', tags('D64'), async () => {
  const { body } = await sendFromTeam(ada, { subject: 'News', message: 'There is something new.' })
  const id = String(body.id)
  expect(await find(id)).toEqual({ thread: null, contact: null })
  const one = await registered(world)
  const [{ asked: first }, { asked: second }] = [await ask(one, id), await ask(undefined, id)]
  await answer(one, first.id)
  const [answered, other] = [await threadOf(first.id), await threadOf(second.id)]
  expect(answered.id).not.toBe(other.id)
  // The team began it, so it has no time to a first answer.
  expect([answered.state, answered.firstAnswerSeconds, other.state]).toEqual(['waiting', null, 'open'])
})

it('state and assignee change, recorded, and not by stale forms', tags('D153 D187'), async () => {
  const { person, asked } = await ask()
  const { id } = await threadOf(asked.id)
  const before = { state: 'open', assigneeId: null }
  const taken = await change(id, { assigneeId: grace.id, before }, grace)
  expect(taken).toMatchObject({ status: 200, body: { id, assignee: { id: grace.id }, state: 'open' } })
  const present = { assigneeId: grace.id }
  const stale = { params: { id }, body: { assigneeId: ada.id, before } }
  await expectRefused(inbox.changeInboxThread, [ada, stale, 409, { code: 'changed_meanwhile', present }])
  expect((await change(id, { state: 'closed' })).body).toMatchObject({ state: 'closed', openSince: null })
  expect((await change(id, { state: 'open' })).body).toMatchObject({ state: 'open', openSince: asked.createdAt })
  expect((await change(id, { assigneeId: null })).body.assignee).toBe(null)
  const names = { [grace.id]: grace.email }
  expect((await actsOn(ada, 'message', asked.id)).map((act) => [act.action, act.after, act.names])).toEqual([
    ['message.assign', { assigneeId: null }, names],
    ['message.state', { state: 'open' }, {}],
    ['message.state', { state: 'closed' }, {}],
    ['message.assign', { assigneeId: grace.id }, names],
  ])
  const [unknown, finance] = [crypto.randomUUID(), (await staffMember(world, 'finance')).id]
  const params = { id }
  await expectRefused(
    inbox.changeInboxThread,
    [ada, { params, body: { state: 'later' } }, 400, { field: 'state' }],
    [ada, { params: { id: unknown }, body: { state: 'closed' } }, 404, 'thread_not_found'],
    [ada, { params, body: { assigneeId: person.id } }, 404, 'assignee_not_found'],
    [ada, { params, body: { assigneeId: finance } }, 404, 'assignee_not_found'],
    [ada, { params, body: { assigneeId: unknown } }, 404, 'assignee_not_found'],
  )
})

it('one of two answers is taken from admins who did not see the other', tags('D187'), async () => {
  const { person, asked } = await ask()
  const seen = { seenId: asked.id }
  const replies = await Promise.all([answer(person, asked.id, seen), answer(person, asked.id, seen, grace)])
  const [taken, refused] = replies.toSorted((one, two) => one.status - two.status)
  expect(taken?.status).toBe(201)
  expect(refused).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  expect(await world.sql('select from user_communication where in_reply_to = $1', [asked.id])).toHaveLength(1)
  // An admin who has seen it may add to it.
  const latest = { seenId: (await threadOf(asked.id)).messageId }
  expect((await answer(person, asked.id, latest, grace)).status).toBe(201)
  expect((await answer(person, asked.id, latest)).status).toBe(409)
})

it('a former colleague is no assignee and loses conversations', tags('D28'), async () => {
  const [leaver, other] = [await staffMember(world, 'support'), await staffMember(world, 'support')]
  const { person, asked } = await ask()
  const mine = await threadOf(asked.id)
  const [{ asked: one }, { asked: two }] = [await ask(), await ask()]
  await change((await threadOf(one.id)).id, { assigneeId: leaver.id })
  await change((await threadOf(two.id)).id, { assigneeId: other.id })
  await world.services.database.write(async (tx) => {
    for (const { id } of [person, leaver]) await eraseMessages(tx, id)
  })
  await ada.client.call(setUserRole, { params: { id: other.id }, body: { role: 'admin', staffRole: 'read_only' } })
  expect(await world.sql('select from inbox_thread where id = $1', [mine.id])).toEqual([])
  for (const { id } of [one, two]) expect((await threadOf(id)).assignee).toBe(null)
})

it("a stranger's message has states, and is answered by mail", tags('D177'), async () => {
  const write = async (email: string, message: string) => {
    await world.visitor().call(contact.sendContact, { body: { name: 'Sam Stranger', email, message } })
    const [row] = await world.sql<{ id: string }>('select id from contact_message where message = $1', [message])
    return row?.id ?? ''
  }
  const id = await write('sam@away.test', 'Yonder one')
  const row = await threadOf(id)
  const words = { name: 'Sam Stranger', email: 'sam@away.test', message: 'Yonder one' }
  const nobody = { messageId: null, person: null, accountId: null }
  expect(row).toMatchObject({ contactId: id, state: 'open', ...words, ...nobody })
  expect(await list({ search: 'yonder', box: 'contact' })).toHaveLength(1)
  expect((await change(row.id, { assigneeId: ada.id })).body).toMatchObject({ assignee: { id: ada.id } })
  const body = { message: 'Try again.', close: true }
  await ada.client.call(contact.answerContact, { params: { id }, body })
  const thread = { state: 'closed', openSince: null, unreadCount: 0 }
  expect(await find(id)).toMatchObject({ thread, contact: { answer: 'Try again.' } })
  // The team sees which account has the address.
  const person = await registered(world)
  const second = await write(person.email.toUpperCase(), 'Yonder two')
  expect(await threadOf(second)).toMatchObject({ accountId: person.id, person: null })
  const answered = 'update contact_message set answer = $2, answered_at = now(), answered_by = $3 where id = $1'
  await world.sql(answered, [second, 'Done', ada.id])
  expect((await threadOf(second)).state).toBe('waiting')
})

it('figures have the median time to a first answer, in 7 and in 30 days', async () => {
  await world.sql('delete from inbox_thread')
  for (const [hours, answeredDaysAgo] of [
    [1, 1],
    [3, 2],
    [50, 20],
    [90, 40],
  ])
    await world.sql(
      `update inbox_thread set first_answered_at = now() - make_interval(days => $2),
         begun_at = now() - make_interval(days => $2, hours => $3) where thread_id = $1`,
      [(await ask()).asked.id, answeredDaysAgo, hours],
    )
  await sendFromTeam(ada, { subject: 'Ours', message: 'x', toUserId: grace.id })
  expect(await ada.client.call(inbox.inboxFigures)).toEqual({
    open: 4,
    waiting: 1,
    closed: 0,
    last7Days: { count: 2, medianSeconds: 2 * 3600 },
    last30Days: { count: 3, medianSeconds: 3 * 3600 },
  })
})

const words = { title: 'Invoice', message: 'Hi {firstName}, it is on your account page.' }
const create = (title: string, by = ada) => by.client.call(saved.createSavedAnswer, { body: { ...words, title } })
const save = (id: string, body: Input<typeof saved.changeSavedAnswer>['body'], by = ada) =>
  by.client.try(saved.changeSavedAnswer, { params: { id }, body })

it('support keeps saved answers, recorded without their text', tags('D153'), async () => {
  const { id } = await create('Bills', grace)
  const titles = (await ada.client.call(saved.savedAnswers)).map(({ title }) => title)
  expect(titles).toEqual(['Bills', 'Minutes credited back', 'Nothing was charged'])
  const body = { title: 'Where the invoice is', message: 'Hello {firstName}!' }
  expect((await save(id, body, grace)).body).toMatchObject({ id, ...body })
  await grace.client.call(saved.deleteSavedAnswer, { params: { id } })
  expect(await world.sql('select from saved_answer where id = $1', [id])).toEqual([])
  const acts = await actsOn(ada, 'saved_answer', id)
  const done = ['saved_answer.delete', 'saved_answer.change', 'saved_answer.create']
  expect(acts.map(({ action, adminId }) => [action, adminId])).toEqual(done.map((action) => [action, grace.id]))
  expect(JSON.stringify(acts)).not.toContain('{firstName}')
})

it("a colleague's change is kept, and the same field refused", tags('D187'), async () => {
  const { id } = await create('Delays')
  const [text, present] = [{ message: 'Sorry for the wait.' }, { title: 'Late answers' }]
  await save(id, { ...present, before: { title: 'Delays' } })
  const merged = await save(id, { ...text, before: { message: words.message } })
  expect(merged.body).toMatchObject({ ...present, ...text })
  const late = { params: { id }, body: { title: 'Waiting', before: { title: 'Delays' } } }
  await expectRefused(saved.changeSavedAnswer, [ada, late, 409, { code: 'changed_meanwhile', present }])
  const stored = await world.sql('select title, message from saved_answer where id = $1', [id])
  expect(stored).toEqual([{ ...present, ...text }])
  // One title is given once, however many colleagues save at the same time.
  const made = await Promise.all(['Opening hours', 'Holidays', 'Parking'].map((title) => create(title)))
  const replies = await Promise.all(made.map((one) => save(one.id, { ...words, title: 'Visits' })))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

it('empty, long, taken and unknown answers are refused, and one too many', async () => {
  await create('Invoice')
  const other = await create('Refunds')
  const wrong = { title: [' ', 'x'.repeat(81), 'two\nlines'], message: ['', 'x'.repeat(5001)] }
  await expectWrong(saved.createSavedAnswer, ada, { body: words }, wrong)
  const taken = { code: 'title_taken', field: 'title' }
  await expectRefused(saved.createSavedAnswer, [ada, { body: { ...words, title: 'INVOICE' } }, 409, taken])
  const params = { id: crypto.randomUUID() }
  await expectRefused(
    saved.changeSavedAnswer,
    [ada, { params: { id: other.id }, body: words }, 409, 'title_taken'],
    [ada, { params, body: words }, 404, 'answer_not_found'],
  )
  await expectRefused(saved.deleteSavedAnswer, [ada, { params }, 404, 'answer_not_found'])
  await world.sql(
    `insert into saved_answer (title, message, updated_at) select 'More ' || n, 'x', now()
     from generate_series(1, 100 - (select count(*) from saved_answer)) as n`,
  )
  const more = { body: { ...words, title: 'One more' } }
  await expectRefused(saved.createSavedAnswer, [ada, more, 409, 'too_many_answers'])
})
