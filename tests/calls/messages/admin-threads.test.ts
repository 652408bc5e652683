import * as adminMessages from '#contract/messages/admin-messages.ts'
import * as messages from '#contract/messages/messages.ts'
import { actsOn, describe, expect, it, ownWorld, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { idsOf, mailOf, sendFromTeam, unreadOf, withdrawAs, writeToAdmins } from '../../kit/messages/team-mail.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const message = { subject: 'News', message: 'There is something new.' }
const send = (body: object) => sendFromTeam(ada, body)
const list = (query: object = {}, by = ada) => by.client.call(adminMessages.adminCommunications, { query })
const thread = (id: string, by = ada) => by.client.call(adminMessages.adminThread, { params: { id } })
const withdraw = (id: string, by = ada) => withdrawAs(by, id)

describe('a thread', () => {
  it('holds both sides; each admin has own read marks, and the person sees when it was read (S603, D64 [S], D65, D66)', async () => {
    const [person, bob] = [await registered(world), await platformAdmin(world)]
    const asked = await writeToAdmins(person, 'Invoice')
    await ada.client.call(messages.markMessageRead, { params: { id: asked.id } })
    expect((await mailOf(person)).find(({ id }) => id === asked.id)?.seenAt).toMatch(/Z$/)
    const body = { subject: 'Invoice', message: 'On your account.', toUserId: person.id, inReplyTo: asked.id }
    const answer = await send(body)
    expect(answer).toMatchObject({ status: 201, body: { inReplyTo: asked.id, readCount: 0 } })
    const thanks = await writeToAdmins(person, 'Invoice', String(answer.body.id))
    await person.client.call(messages.markMessageRead, { params: { id: String(answer.body.id) } })
    for (const who of [ada, bob]) {
      const found = await thread(asked.id, who)
      expect(found.map(({ id }) => id)).toEqual([asked.id, answer.body.id, thanks.id])
      expect(found[1]).toMatchObject({ sender: { id: ada.id }, recipient: { id: person.id }, readCount: 1 })
      expect(found[1]?.seenAt).toMatch(/Z$/)
    }
    const rowFor = async (who: TestPerson) => (await list({ search: person.email }, who)).map((row) => row.unreadCount)
    expect([await rowFor(ada), await rowFor(bob)]).toEqual([[1], [2]])
    // One admin's deleting does not affect another's list.
    await ada.client.call(messages.deleteMessage, { params: { id: asked.id } })
    expect(await thread(thanks.id)).toHaveLength(2)
    expect(await thread(thanks.id, bob)).toHaveLength(3)
  })

  it('about a broadcast is separate for each person, and continues under it (D64 [S], D66)', async () => {
    const [one, two] = [await registered(world), await registered(world)]
    const { body } = await send(message)
    const id = String(body.id)
    const [first, second] = [await writeToAdmins(one, 'News', id), await writeToAdmins(two, 'News', id)]
    expect((await thread(first.id)).map((message) => message.id)).toEqual([id, first.id])
    expect((await thread(id)).map((message) => message.id)).toEqual([id])
    const answer = await send({ ...message, toUserId: one.id, inReplyTo: first.id })
    expect(answer.body.inReplyTo).toBe(id)
    expect((await thread(second.id)).map((message) => message.id)).toEqual([id, second.id])
    expect(await idsOf(two)).not.toContain(answer.body.id)
    // An answer in another person's thread is refused.
    for (const toUserId of [two.id, null]) {
      expect(await send({ ...message, toUserId, inReplyTo: first.id })).toMatchObject({
        status: 404,
        body: { code: 'message_not_found' },
      })
    }
  })

  it('is not among an admin’s own messages: the call for people neither lists nor answers it (D64 [S])', async () => {
    const person = await registered(world)
    const asked = await writeToAdmins(person, 'Invoice')
    const own = await ada.client.try(messages.sendMessage, { body: { ...message, inReplyTo: asked.id } })
    expect([own.status, own.body.code]).toEqual([404, 'message_not_found'])
    const unknown = await ada.client.try(adminMessages.adminThread, { params: { id: crypto.randomUUID() } })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'message_not_found'])
  })
})

describe('DELETE /api/admin/communications/:id', () => {
  it('withdraws a message for everybody, whichever admin sent it, and records it (D65, D153 [S])', async () => {
    const [person, bob] = [await registered(world), await platformAdmin(world)]
    for (const toUserId of [null, person.id]) {
      const before = await unreadOf(person)
      const { body } = await send({ ...message, toUserId })
      const id = String(body.id)
      expect(await unreadOf(person)).toBe(before + 1)
      expect(await withdraw(id, bob)).toMatchObject({ status: 200, body: { success: true } })
      expect(await idsOf(person)).not.toContain(id)
      expect(await unreadOf(person)).toBe(before)
      expect((await list()).map((row) => row.id)).not.toContain(id)
      expect(await thread(id)).toEqual([])
      expect(await withdraw(id)).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
      const [act] = await actsOn(ada, 'message', id)
      expect(act).toMatchObject({
        action: 'message.withdraw',
        adminId: bob.id,
        before: { to: toUserId ?? 'everybody' },
        after: { to: null },
      })
    }
  })

  it('withdraws nothing that a person wrote (D64 [S])', async () => {
    const person = await registered(world)
    const { id } = await writeToAdmins(person, 'Mine')
    expect((await withdraw(id)).status).toBe(404)
    expect(await idsOf(person)).toContain(id)
  })
})
