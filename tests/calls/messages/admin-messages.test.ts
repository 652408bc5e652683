import { describe, expect, it } from 'vitest'
import * as adminMessages from '#contract/messages/admin-messages.ts'
import * as messages from '#contract/messages/messages.ts'
import { actsOn, member, organization, ownWorld, platformAdmin, registered } from '#tests/calls.ts'
import { idsOf, mailOf, sendFromTeam, unreadOf, withdrawAs, writeToAdmins } from '../../kit/messages/team-mail.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const message = { subject: 'News', message: 'There is something new.' }
const send = (body: object, by = ada) => sendFromTeam(by, body)
const list = (query: object = {}, by = ada) => by.client.call(adminMessages.adminCommunications, { query })

describe('POST /api/admin/communications', () => {
  it('to everybody: each person sees it at once, with type and priority (S434, S478, S604, D65)', async () => {
    const [one, two] = [await registered(world), await registered(world)]
    const before = await unreadOf(one)
    const words = { ...message, messageType: 'announcement', priority: 'high', toUserId: null }
    const reply = await send(words)
    expect(reply).toMatchObject({ status: 201, body: { ...words, audience: 'broadcast', fromUserId: ada.id } })
    const id = String(reply.body.id)
    for (const person of [one, two]) {
      expect((await mailOf(person))[0]).toMatchObject({ id, ...words, isUnread: true })
    }
    expect(await unreadOf(one)).toBe(before + 1)
    const [row] = await world.sql('select * from user_communication where id = $1', [id])
    expect(row).toMatchObject({ audience: 'broadcast', to_user_id: null, message_type: 'announcement' })
    expect(await actsOn(ada, 'message', id)).toMatchObject([
      { action: 'message.send', after: { to: 'everybody', messageType: 'announcement' }, targetName: 'News' },
    ])
    expect(JSON.stringify(await actsOn(ada, 'message', id))).not.toContain(message.message)
    // Reading and deleting stay separate for each person.
    await one.client.call(messages.deleteMessage, { params: { id } })
    expect(await idsOf(one)).not.toContain(id)
    expect(await idsOf(two)).toContain(id)
    expect((await list()).map((row) => row.id)).toContain(id)
  })

  it('to one person: only they see it (S434, S604)', async () => {
    const [person, other] = [await registered(world), await registered(world)]
    const { status, body } = await send({ ...message, toUserId: person.id })
    expect([status, body.audience, body.messageType, body.priority]).toEqual([201, 'person', 'general', 'normal'])
    expect(await idsOf(person)).toContain(body.id)
    expect(await idsOf(other)).not.toContain(body.id)
    // It belongs to the team, not to the admin as a person.
    expect(await idsOf(ada)).not.toContain(body.id)
  })

  it('refuses other values and unknown people, and stores nothing (S478, S536, S604, D164)', async () => {
    const count = async () => (await world.sql('select id from user_communication')).length
    const before = await count()
    for (const [field, value] of [
      ['subject', ' '],
      ['subject', undefined],
      ['subject', 'x'.repeat(256)],
      ['message', ''],
      ['message', 'x'.repeat(5001)],
      ['messageType', 'minutes_request'],
      ['priority', 'medium'],
      ['toUserId', 'x'],
    ] as const) {
      expect(await send({ ...message, [field]: value })).toMatchObject({ status: 400, body: { field } })
    }
    expect(await send({ ...message, toUserId: crypto.randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    })
    expect(await count()).toBe(before)
  })

  it('is only for platform admins, like the list and withdrawing (S542, S603, D142 [S])', async () => {
    const firm = await organization(world)
    const { body } = await send(message)
    for (const who of [await registered(world), await member(world, firm.id), firm.owner]) {
      expect((await send(message, who)).status).toBe(403)
      expect((await withdrawAs(who, String(body.id))).status).toBe(403)
      const reply = await who.client.try(adminMessages.adminCommunications, { query: {} })
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
    }
    expect((await world.visitor().request('GET', '/api/admin/communications')).status).toBe(401)
    expect(await idsOf(firm.owner)).toContain(body.id)
  })

  it('says in advance how many people a message to everybody reaches (D65)', async () => {
    const { people } = await ada.client.call(adminMessages.broadcastAudience)
    const person = await registered(world)
    expect((await ada.client.call(adminMessages.broadcastAudience)).people).toBe(people + 1)
    await world.sql('update users set is_active = false where id = $1', [person.id])
    expect((await ada.client.call(adminMessages.broadcastAudience)).people).toBe(people)
  })
})

describe('GET /api/admin/communications', () => {
  it('has what people wrote to the admins, but not messages to an organization (S603, D64 [S])', async () => {
    const firm = await organization(world)
    const person = await registered(world, { firstName: 'Zoe' })
    const mine = await writeToAdmins(person, 'Invoice')
    const inside = await firm.owner.client.call(messages.sendMessage, {
      body: { subject: 'Inside', message: 'Ours', audience: 'organization' },
    })
    const all = await list()
    expect(all.find(({ id }) => id === mine.id)).toMatchObject({
      subject: 'Invoice',
      audience: 'admins',
      isUnread: true,
      messageCount: 1,
      unreadCount: 1,
      person: { id: person.id, email: person.email, firstName: 'Zoe' },
    })
    expect(all.map(({ id }) => id)).not.toContain(inside.id)
    const bob = await platformAdmin(world)
    expect((await list({}, bob)).map(({ id }) => id)).toContain(mine.id)
    // It counts in the panel, not among an admin's own messages.
    expect(await idsOf(bob)).not.toContain(mine.id)
  })

  it('is hidden from an admin whose role rests for lack of a second factor (D27 [S])', async () => {
    const bob = await platformAdmin(world)
    const { id } = await writeToAdmins(await registered(world), 'Secret')
    const read = () => bob.client.try(messages.markMessageRead, { params: { id } })
    expect((await read()).status).toBe(200)
    await world.sql(
      `insert into platform_setting (setting_key, setting_value, updated_at)
       values ('adminTwoFactorRequired', 'true', now())
       on conflict (setting_key) do update set setting_value = excluded.setting_value`,
    )
    try {
      expect((await read()).status).toBe(404)
      expect((await bob.client.try(adminMessages.adminCommunications, { query: {} })).status).toBe(403)
    } finally {
      await world.sql("delete from platform_setting where setting_key = 'adminTwoFactorRequired'")
    }
  })

  it('searches, filters, sorts and pages threads with their total (D150, D166)', async () => {
    const [abel, cleo] = [
      await registered(world, { firstName: 'Abel' }),
      await registered(world, { firstName: 'Cleo' }),
    ]
    const asked = await writeToAdmins(cleo, 'Quax beta')
    await send({ subject: 'Quax alpha', message: 'x', toUserId: abel.id, messageType: 'support' })
    await send({ subject: 'Quax gamma', message: 'x' })
    const find = async (query: object) => {
      const reply = await ada.client.try(adminMessages.adminCommunications, { query: { search: 'quax', ...query } })
      const names = reply.body.map(({ subject }: { subject: string }) => subject.slice(5))
      return [names, reply.headers.get('x-total-count')]
    }
    expect(await find({})).toEqual([['gamma', 'alpha', 'beta'], '3'])
    expect(await find({ sort: 'created' })).toEqual([['beta', 'alpha', 'gamma'], '3'])
    expect(await find({ sort: 'subject' })).toEqual([['alpha', 'beta', 'gamma'], '3'])
    expect(await find({ sort: '-person' })).toEqual([['beta', 'alpha', 'gamma'], '3'])
    expect(await find({ limit: 1, offset: 1 })).toEqual([['alpha'], '3'])
    expect(await find({ offset: 5 })).toEqual([[], '3'])
    expect(await find({ box: 'unread' })).toEqual([['beta'], '1'])
    expect(await find({ box: 'from_people' })).toEqual([['beta'], '1'])
    expect(await find({ box: 'to_everybody' })).toEqual([['gamma'], '1'])
    expect(await find({ box: 'to_person' })).toEqual([['alpha'], '1'])
    expect(await find({ messageType: 'support' })).toEqual([['alpha'], '1'])
    expect(await find({ search: cleo.email })).toEqual([['beta'], '1'])
    await ada.client.call(messages.markMessageRead, { params: { id: asked.id } })
    expect(await find({ box: 'unread' })).toEqual([[], '0'])
  })
})
