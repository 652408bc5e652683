import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOrganization } from '#contract/organizations/organizations.ts'
import { changeOrganizationSettings } from '#contract/organizations/settings.ts'
import * as memory from '#contract/results/memory.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'
import { assign, join, member, organization, switchTo } from '../../kit/organizations/organizations.ts'
import { addNote, notesOf, turnOnMemory } from '../../kit/results/memory.ts'
import { closeUnbroken } from '../../kit/world/invariants.ts'
import { addAgent, subscriber, type TestPerson } from '../../kit/world/people.ts'
import { openWorld, type World } from '../../kit/world/world.ts'

let world: World
let agentId: string
beforeAll(async () => {
  world = await openWorld()
  agentId = await addAgent(world, { name: 'Marie' })
})
afterAll(() => closeUnbroken(world))

/** Returns a person whom agents may remember. */
async function remembered(): Promise<TestPerson> {
  const person = await subscriber(world)
  await turnOnMemory(person)
  return person
}

const rowsOf = (person: TestPerson) =>
  world.sql('select text, state, origin, organization_id from memory_note where user_id = $1 order by created_at', [
    person.id,
  ])

describe('an organization (B10)', () => {
  it('has notes of its own, and forbids them without deleting any', async () => {
    const firm = await organization(world)
    await assign(world, firm, agentId)
    const person = await remembered()
    await addNote(person, agentId, 'Of my own')
    await join(world, person, firm.id)
    await switchTo(person, firm.id)
    expect(await notesOf(person)).toEqual([])
    const id = await addNote(person, agentId, 'Of the firm')
    const sessionId = await talkIn(world, firm, person, agentId, 20)
    await person.client.call(memory.addNote, { body: { agentId, text: 'Of a talk there', sessionId } })

    await firm.owner.client.call(changeOrganizationSettings, { query: {}, body: { allowsMemory: false } })
    expect(await person.client.call(memory.memory)).toEqual({ enabled: true, isAllowedHere: false, notes: [] })
    const refused = { status: 403, body: { code: 'memory_forbidden' } }
    expect(await person.client.try(memory.addNote, { body: { agentId, text: 'More' } })).toMatchObject(refused)
    expect(await person.client.try(memory.changeNote, { params: { id }, body: { text: 'More' } })).toMatchObject(
      refused,
    )
    expect(await rowsOf(person)).toHaveLength(3)
    await switchTo(person, null)
    expect(await notesOf(person)).toEqual(['Of my own'])

    await firm.owner.client.call(changeOrganizationSettings, { query: {}, body: { allowsMemory: true } })
    await switchTo(person, firm.id)
    expect(await notesOf(person)).toEqual(['Of a talk there', 'Of the firm'])
  })

  it('that the person has left keeps nothing from them: they see, change, forget and erase its notes', async () => {
    const firm = await organization(world)
    await assign(world, firm, agentId)
    const [person, other] = [await remembered(), await remembered()]
    await addNote(person, agentId, 'Of my own')
    await join(world, person, firm.id)
    await switchTo(person, firm.id)
    const ids: string[] = []
    for (const text of ['One', 'Two', 'Three']) ids.push(await addNote(person, agentId, text))
    const [one = '', two = ''] = ids
    await person.client.call(leaveOrganization, { query: {} })
    expect(await notesOf(person)).toEqual(['Three', 'Two', 'One', 'Of my own'])
    expect(await notesOf(other)).toEqual([])
    expect((await other.client.try(memory.deleteNote, { params: { id: one } })).status).toBe(404)
    await person.client.call(memory.changeNote, { params: { id: two }, body: { text: 'Two in other words' } })
    expect(await rowsOf(person)).toContainEqual({
      text: 'Two in other words',
      state: 'active',
      origin: 'person',
      organization_id: firm.id,
    })
    await firm.owner.client.call(changeOrganizationSettings, { query: {}, body: { allowsMemory: false } })
    expect(await person.client.try(memory.changeNote, { params: { id: two }, body: { text: 'More' } })).toMatchObject({
      status: 403,
      body: { code: 'memory_forbidden' },
    })
    expect(await person.client.call(memory.deleteNote, { params: { id: one } })).toEqual({ success: true })
    expect(await notesOf(person)).toEqual(['Two in other words', 'Three', 'Of my own'])
    expect(await person.client.call(memory.deleteMemory, { query: {} })).toMatchObject({ deleted: 3, notes: [] })
    expect(await rowsOf(person)).toEqual([])
  })

  it('that forbids memory never keeps its people from forgetting a note', async () => {
    const firm = await organization(world)
    await assign(world, firm, agentId)
    const person = await remembered()
    await addNote(person, agentId, 'Of my own')
    await join(world, person, firm.id)
    await switchTo(person, firm.id)
    const id = await addNote(person, agentId, 'Of the firm')
    await addNote(person, agentId, 'Also of the firm')
    await firm.owner.client.call(changeOrganizationSettings, { query: {}, body: { allowsMemory: false } })
    await switchTo(person, null)
    expect(await person.client.call(memory.deleteNote, { params: { id } })).toEqual({ success: true })
    // Who still belongs to it does not erase its notes with their own.
    expect(await person.client.call(memory.deleteMemory, { query: {} })).toMatchObject({ deleted: 1 })
    expect(await rowsOf(person)).toMatchObject([{ text: 'Also of the firm' }])
    await switchTo(person, firm.id)
    expect(await person.client.call(memory.deleteMemory, { query: {} })).toMatchObject({ deleted: 1 })
  })

  it('is asked by its admins alone, and shows them no note', async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    const body = { allowsMemory: false }
    expect((await person.client.try(changeOrganizationSettings, { query: {}, body })).status).toBe(403)
    expect(await world.sql('select allows_memory from organization where id = $1', [firm.id])).toEqual([
      { allows_memory: true },
    ])
    await assign(world, firm, agentId)
    await turnOnMemory(person)
    await addNote(person, agentId, 'Between us')
    await turnOnMemory(firm.owner)
    expect(await notesOf(firm.owner)).toEqual([])
  })
})
