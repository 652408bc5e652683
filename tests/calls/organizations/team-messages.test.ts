import { currentUser } from '#contract/identity/current-user.ts'
import * as messages from '#contract/messages/messages.ts'
import { describe, expect, it, member, organization, ownWorld, registered, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld()

const meOf = (person: TestPerson) => person.client.call(currentUser)

describe("messages to a person's organization (D49, D64 [S])", () => {
  const ask = (person: TestPerson) =>
    person.client.try(messages.sendMessage, {
      body: { subject: 'Minutes', message: 'We are running out.', messageType: 'minutes_request' },
    })
  const idsOf = async (person: TestPerson) => (await person.client.call(messages.communications)).map(({ id }) => id)

  it('reach only its admins and their sender, and ask for minutes once a day', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const [person, colleague] = [await member(world, firm.id), await member(world, firm.id)]
    const sent = await ask(person)
    expect(sent).toMatchObject({ status: 201, body: { audience: 'organization', messageType: 'minutes_request' } })
    expect(await idsOf(firm.owner)).toContain(sent.body.id)
    expect((await meOf(firm.owner)).unreadMessages).toBe(1)
    expect(await idsOf(person)).toContain(sent.body.id)
    for (const stranger of [colleague, other.owner]) {
      expect(await idsOf(stranger)).not.toContain(sent.body.id)
      const params = { id: sent.body.id }
      expect((await stranger.client.try(messages.markMessageRead, { params })).status).toBe(404)
      expect((await stranger.client.try(messages.deleteMessage, { params })).status).toBe(404)
    }
    const again = await ask(person)
    expect([again.status, again.body.code]).toEqual([429, 'minutes_requested'])
    expect(await world.sql('select id from user_communication where from_user_id = $1', [person.id])).toHaveLength(1)
  })

  it('ask for agents once a day, whatever was asked about minutes', async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id, { role: 'guest' })
    const askForAgents = () =>
      person.client.try(messages.sendMessage, {
        body: { subject: 'Agents', message: 'We have none.', messageType: 'agents_request' },
      })
    expect((await ask(person)).status).toBe(201)
    const sent = await askForAgents()
    expect(sent).toMatchObject({ status: 201, body: { audience: 'organization', messageType: 'agents_request' } })
    expect(await idsOf(firm.owner)).toContain(sent.body.id)
    const again = await askForAgents()
    expect([again.status, again.body.code]).toEqual([429, 'agents_requested'])
    expect(await world.sql('select id from user_communication where from_user_id = $1', [person.id])).toHaveLength(2)
    const alone = await registered(world)
    const refused = await alone.client.try(messages.sendMessage, {
      body: { subject: 'Agents', message: 'We have none.', messageType: 'agents_request' },
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'no_organization'])
  })

  it('are answered in their thread, between the admins and the person who began it', async () => {
    const firm = await organization(world)
    const [person, colleague] = [await member(world, firm.id), await member(world, firm.id)]
    const { id } = (await ask(person)).body
    const answer = await firm.owner.client.call(messages.sendMessage, {
      body: { subject: 'Re: Minutes', message: 'Done.', inReplyTo: id },
    })
    expect(answer).toMatchObject({ audience: 'organization', inReplyTo: id })
    expect(await idsOf(person)).toContain(answer.id)
    expect((await meOf(person)).unreadMessages).toBe(1)
    expect(await idsOf(colleague)).not.toContain(answer.id)
    await world.sql("update organization_user set role = 'member' where user_id = $1", [firm.owner.id])
    expect(await idsOf(firm.owner)).toEqual([answer.id])
  })

  it('require an organization', async () => {
    const reply = await ask(await registered(world))
    expect([reply.status, reply.body.code]).toEqual([409, 'no_organization'])
  })
})
