import { describe, expect, it } from 'vitest'
import * as contact from '#contract/messages/contact.ts'
import * as inbox from '#contract/messages/inbox.ts'
import * as messages from '#contract/messages/messages.ts'
import { ownWorld, platformAdmin, registered, staffMember, type TestPerson } from '#tests/calls.ts'
import { changeThreadAs, threadWith } from '../../kit/messages/inbox.ts'
import { sendFromTeam, writeToAdmins } from '../../kit/messages/team-mail.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const list = (query: object = {}) => ada.client.call(inbox.inbox, { query })
const threadOf = (messageId: string) => threadWith(ada, messageId)
const change = (id: string, body: object, by = ada) => changeThreadAs(by, id, body)

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
    await sendFromTeam(ada, { subject: 'Invoice', message: 'Here it is.', toUserId: person.id, inReplyTo: asked.id })
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
    expect((await change(id, { state: 'closed' }, await staffMember(world, 'read_only'))).status).toBe(403)
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
    expect((await ada.client.call(inbox.findInboxThread, { params: { messageId: id } })).contact).toMatchObject({
      answer: 'Try again.',
    })
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
