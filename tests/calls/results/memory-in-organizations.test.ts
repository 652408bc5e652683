import { leaveOrganization } from '#contract/organizations/organizations.ts'
import { changeOrganizationSettings } from '#contract/organizations/settings.ts'
import * as memory from '#contract/results/memory.ts'
import { addAgent, assign, describe, expect, it, join, member, organization, ownWorld, switchTo } from '#tests/calls.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'
import { addNote, noteRowsOf, notesOf, remembered, turnOnMemory } from '../../kit/results/memory.ts'

const world = await ownWorld()
const agentId = await addAgent(world, { name: 'Marie' })

describe('an organization (B10)', () => {
  it('has notes of its own, and forbids them without deleting any', async () => {
    const firm = await organization(world)
    await assign(world, firm, agentId)
    const person = await remembered(world)
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
    expect(await noteRowsOf(world, person)).toHaveLength(3)
    await switchTo(person, null)
    expect(await notesOf(person)).toEqual(['Of my own'])

    await firm.owner.client.call(changeOrganizationSettings, { query: {}, body: { allowsMemory: true } })
    await switchTo(person, firm.id)
    expect(await notesOf(person)).toEqual(['Of a talk there', 'Of the firm'])
  })

  it('that the person has left keeps nothing from them: they see, change, forget and erase its notes', async () => {
    const firm = await organization(world)
    await assign(world, firm, agentId)
    const [person, other] = [await remembered(world), await remembered(world)]
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
    expect(await noteRowsOf(world, person)).toContainEqual({
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
    expect(await noteRowsOf(world, person)).toEqual([])
  })

  it('that forbids memory never keeps its people from forgetting a note', async () => {
    const firm = await organization(world)
    await assign(world, firm, agentId)
    const person = await remembered(world)
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
    expect(await noteRowsOf(world, person)).toMatchObject([{ text: 'Also of the firm' }])
    await switchTo(person, firm.id)
    expect(await person.client.call(memory.deleteMemory, { query: {} })).toMatchObject({ deleted: 1 })
  })

  it('keeps a note from a talk there countable and deletable from elsewhere, for its person alone', async () => {
    const firm = await organization(world)
    await assign(world, firm, agentId)
    const [person, other] = [await remembered(world), await remembered(world)]
    await join(world, person, firm.id)
    await switchTo(person, firm.id)
    const id = await talkIn(world, firm, person, agentId, 20)
    await person.client.call(memory.addNote, { body: { agentId, text: 'Of a talk there', sessionId: id } })
    await addNote(person, agentId, 'Of the firm')
    await switchTo(person, null)
    expect(await person.client.call(memory.notesFrom, { params: { id } })).toEqual({ count: 1 })
    expect(await other.client.try(memory.notesFrom, { params: { id } })).toMatchObject({
      status: 404,
      body: { code: 'session_not_found' },
    })
    expect(await person.client.call(memory.deleteMemory, { query: { sessionId: id } })).toMatchObject({ deleted: 1 })
    expect(await person.client.call(memory.notesFrom, { params: { id } })).toEqual({ count: 0 })
    expect(await noteRowsOf(world, person)).toMatchObject([{ text: 'Of the firm' }])
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
