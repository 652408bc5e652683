import { currentUser } from '#contract/identity/current-user.ts'
import * as messages from '#contract/messages/messages.ts'
import * as kit from '#tests/calls.ts'

const { describe, expect, expectRefused, it, member, organization } = kit

const world = await kit.sharedWorld()

const unreadBy = async ({ client }: kit.TestPerson) => (await client.call(currentUser)).unreadMessages

describe("messages to a person's organization (D49, D64 [S])", () => {
  const minutes = { body: { subject: 'Minutes', message: 'We are out.', messageType: 'minutes_request' } } as const
  const agents = { body: { subject: 'Agents', message: 'We have none.', messageType: 'agents_request' } } as const
  const send = ({ client }: kit.TestPerson, input: typeof minutes | typeof agents = minutes) =>
    client.call(messages.sendMessage, input)
  const idsOf = async ({ client }: kit.TestPerson) => (await client.call(messages.communications)).map(({ id }) => id)

  it('reach only its admins and their sender, and ask for minutes and agents once a day each', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const [person, colleague] = [await member(world, firm.id, { role: 'guest' }), await member(world, firm.id)]
    const sent = await send(person)
    expect(sent).toMatchObject({ audience: 'organization', messageType: 'minutes_request' })
    expect([await idsOf(firm.owner), await unreadBy(firm.owner)]).toEqual([[sent.id], 1])
    expect(await idsOf(person)).toEqual([sent.id])
    const named = { params: { id: sent.id } }
    for (const stranger of [colleague, other.owner]) {
      expect(await idsOf(stranger)).toEqual([])
      for (const call of [messages.markMessageRead, messages.deleteMessage])
        await expectRefused(call, [stranger, named, 404, 'message_not_found'])
    }
    await expectRefused(messages.sendMessage, [person, minutes, 429, 'minutes_requested'])
    const asked = await send(person, agents)
    expect(asked).toMatchObject({ audience: 'organization', messageType: 'agents_request' })
    expect(await idsOf(firm.owner)).toEqual([asked.id, sent.id])
    await expectRefused(messages.sendMessage, [person, agents, 429, 'agents_requested'])
    expect(await world.sql('select id from user_communication where from_user_id = $1', [person.id])).toHaveLength(2)
    const alone = await kit.registered(world)
    for (const input of [minutes, agents])
      await expectRefused(messages.sendMessage, [alone, input, 409, 'no_organization'])
  })

  it('are answered in their thread, between the admins and the person who began it', async () => {
    const firm = await organization(world)
    const [person, colleague] = [await member(world, firm.id), await member(world, firm.id)]
    const { id } = await send(person)
    const answer = await firm.owner.client.call(messages.sendMessage, {
      body: { subject: 'Re: Minutes', message: 'Done.', inReplyTo: id },
    })
    expect(answer).toMatchObject({ audience: 'organization', inReplyTo: id })
    expect(await idsOf(person)).toContain(answer.id)
    expect(await unreadBy(person)).toBe(1)
    expect(await idsOf(colleague)).not.toContain(answer.id)
    await world.sql("update organization_user set role = 'member' where user_id = $1", [firm.owner.id])
    expect(await idsOf(firm.owner)).toEqual([answer.id])
  })
})
