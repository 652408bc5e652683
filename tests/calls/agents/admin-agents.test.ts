import * as adminAgents from '#contract/agents/admin-agents.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import * as agents from '#contract/agents/agents.ts'
import * as voice from '#contract/conversations/voice.ts'
import * as organizationAgents from '#contract/organizations/agents.ts'
import { actsOn, agentFields, changeAgentAs, createAs, createPrivateAs, expect, expectRefused } from '#tests/calls.ts'
import { expectWrong, it, member, organization, platformAdmin, sharedWorld, startHeardTalk } from '#tests/calls.ts'
import { subscriber, switchTo, tags, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)
const bob = await platformAdmin(world)
const reader = await subscriber(world)
const [first, second] = [await organization(world), await organization(world)]

const create = (more: object = {}) => createAs(ada, more)
const change = (id: string, body: adminAgents.AgentChange) => changeAgentAs(ada, id, body)
const seenBy = async ({ client }: TestPerson, id: string) =>
  (await client.call(agents.agents)).find((agent) => agent.id === id)
const agentsOf = ({ id, owner }: typeof first) =>
  owner.client.call(organizationAgents.agentsOfOrganization, { params: { organizationId: String(id) } })
const addTo = (by: TestPerson, body: { agentId: string; accessLevel?: 'full'; isPrivate?: boolean }) =>
  by.client.call(organizationAgents.addAgentToOrganization, { params: { organizationId: String(first.id) }, body })
const removeFrom = async (firm: typeof first, agentId: string) => {
  const id = (await agentsOf(firm)).find((link) => link.agentId === agentId)?.id ?? ''
  const params = { organizationId: String(firm.id), id }
  await firm.owner.client.call(organizationAgents.removeAgentFromOrganization, { params })
}
const namedLike = (name: string) => world.sql('select id from agent where name = $1', [name])

it('an agent has defaults, and a change only its field', tags('S128 S129 S130 S457 S539 S597 S598'), async () => {
  const made = await create({ price: '0.5' })
  const switches = { isActive: true, isPremium: false, isPrivate: false }
  const figures = { price: '0.50', rating: 5, sessionCount: 0, organizations: [], imageData: null }
  expect(made).toMatchObject({ ...switches, ...figures, createdBy: ada.id, updatedBy: ada.id })
  expect([made.createdAt, (await create()).price]).toEqual([made.updatedAt, '0.00'])
  const [body, { updatedAt: _at, ...same }] = [{ description: 'Another one' }, made]
  expect(await changeAgentAs(bob, made.id, body)).toMatchObject({ ...same, ...body, updatedBy: bob.id })
  const [update, creation] = await actsOn(ada, 'agent', made.id)
  const before = { description: made.description }
  expect(update).toMatchObject({ action: 'agent.update', adminId: bob.id, before })
  expect(update?.after).toEqual(body)
  const after = { name: made.name, category: 'Systems' }
  expect(creation).toMatchObject({ action: 'agent.create', adminId: ada.id, targetName: made.name, after })
})

it('fields are accepted up to their limits', tags('S127 S128 D148'), async () => {
  const name = agentFields().name.padEnd(120, 'x')
  const limits = { name, description: 'x'.repeat(2000), systemPrompt: 'x'.repeat(20_000), price: '99.99', rating: 0 }
  const made = await create({ ...limits, elevenLabsAgentId: 'x'.repeat(100) })
  expect(made).toMatchObject({ ...limits, elevenLabsAgentId: 'x'.repeat(100) })
  const body = agentFields()
  await expectWrong(
    adminAgents.createAgent,
    ada,
    { body },
    {
      name: [undefined, 'x'.repeat(121)],
      description: [undefined, 'x'.repeat(2001)],
      category: [undefined],
      systemPrompt: ['x'.repeat(20_001)],
      elevenLabsAgentId: ['x'.repeat(101), '../conversations'],
      price: ['100.00', 'cheap'],
      rating: [5.1, 4.85, -0.1],
    },
  )
  expect(await namedLike(body.name)).toEqual([])
})

it('a private agent needs existing organizations', tags('S493 S535 D147'), async () => {
  const body = agentFields({ isPrivate: true })
  const field = 'organizationIds'
  const refusal = { message: 'Please select at least one organization for private agent access', field }
  await expectRefused(adminAgents.createAgent, [ada, { body }, 400, refusal])
  await expectRefused(
    adminAgents.createPrivateAgent,
    [ada, { body: { agent: body, organizationIds: [] } }, 400, refusal],
    [ada, { body: { agent: body, organizationIds: [first.id, 999_999] } }, 404, 'organization_not_found'],
  )
  expect(await namedLike(body.name)).toEqual([])
})

it('a name is taken whatever its case, an id may be unknown', tags('S598'), async () => {
  const [one, two] = [await create(), await create()]
  const [taken, params] = [{ code: 'name_taken', field: 'name' }, { id: two.id }]
  const same = { body: agentFields({ name: one.name.toUpperCase() }) }
  await expectRefused(adminAgents.createAgent, [ada, same, 409, taken])
  await expectRefused(
    adminAgents.changeAgent,
    [ada, { params, body: { name: one.name, price: '1.00' } }, 409, taken],
    [ada, { params: { id: crypto.randomUUID() }, body: { name: 'Nobody' } }, 404, 'agent_not_found'],
  )
  expect(await world.sql('select name, price from agent where id = $1', [two.id])).toEqual([
    { name: two.name, price: '0.00' },
  ])
})

it("a name counts as taken only for the name's key, not for another taken key", tags('D163'), async () => {
  await world.sql("create unique index agent_description on agent (description) where description like '%of its kind'")
  const one = await create({ description: 'The first of its kind' })
  const two = await create({ description: 'The second of its kind' })
  const { description } = one
  const change = { params: { id: two.id }, body: { description } }
  await expectRefused(adminAgents.changeAgent, [ada, change, 500, 'internal'])
  await world.sql('drop index agent_description')
  expect(await seenBy(reader, two.id)).toMatchObject({ description: two.description })
})

it('admins see every agent with all fields, others see theirs without', tags('S457 S596 D53'), async () => {
  const hidden = await create({ isActive: false, systemPrompt: 'Own prompt', price: '0.05' })
  const secret = await createPrivateAs(ada, [first.id])
  const shown = await seenBy(ada, hidden.id)
  expect(shown).toMatchObject({ isActive: false, systemPrompt: 'Own prompt', price: '0.05', createdBy: ada.id })
  expect(await seenBy(ada, secret.id)).toMatchObject({ isPrivate: true })
  const { imageData, ...inPage } = await ada.client.call(adminAgents.readAdminAgent, { params: { id: hidden.id } })
  const names =
    'id name description category imageUrl elevenLabsAgentId isActive isPremium isPrivate price rating systemPrompt'
  for (const fields of [shown ?? {}, inPage])
    expect(Object.keys(fields)).toEqual(expect.arrayContaining([...names.split(' '), 'updatedBy']))
  // A picture's data comes with one agent, never with a list of them.
  expect([imageData, 'imageData' in (shown ?? {})]).toEqual([null, false])
  const seen = await reader.client.call(agents.agents)
  for (const { id } of [hidden, secret]) expect(seen.map((agent) => agent.id)).not.toContain(id)
  expect(JSON.stringify(seen)).not.toMatch(/systemPrompt|price|createdBy|elevenLabs/)
})

it('the server searches, filters, sorts and pages the list', tags('D150'), async () => {
  const word = `Zebra${process.pid}`
  await create({ name: `${word} A`, rating: 1.5, isActive: false })
  await create({ name: `${word} B`, rating: 4.5, isPremium: true })
  await create({ name: `${word} C`, rating: 3 })
  const ask = async (query: string) => {
    const path = `/api/admin/agents?search=${word.toLowerCase()}&${query}`
    const { headers, body } = await ada.client.request<{ name: string }[]>('GET', path)
    return `${headers.get('x-total-count')} ${body.map(({ name }) => name.slice(-1)).join('')}`
  }
  for (const [query, found] of [
    ['', '3 ABC'],
    ['sort=-name', '3 CBA'],
    ['sort=rating', '3 ACB'],
    ['sort=-rating&limit=1&offset=1', '3 C'],
    ['offset=7', '3 '],
    ['status=inactive', '1 A'],
    ['tier=premium', '1 B'],
    ['access=private', '0 '],
  ] as const)
    expect([query, await ask(query)]).toEqual([query, found])
  await expectRefused(adminAgents.adminAgents, [ada, { query: { sort: 'price' } }, 400, 'invalid_query'])
})

it('an inactive agent leaves the marketplace and refuses conversations', tags('S428 S492'), async () => {
  const { id } = await create({ systemPrompt: 'You help.' })
  expect(await seenBy(reader, id)).toBeDefined()
  await change(id, { isActive: false })
  expect(await seenBy(reader, id)).toBeUndefined()
  await expectRefused(voice.startConversation, [reader, { body: { agentId: id } }, 404, 'agent_not_found'])
  await change(id, { isActive: true, isPremium: true })
  expect(await seenBy(reader, id)).toMatchObject({ isPremium: true, isUnlocked: false })
})

it('an agent becomes private for chosen organizations and public again', tags('S428 D125'), async () => {
  const ofFirst = await member(world, first.id)
  await switchTo(ofFirst, first.id)
  const { id } = await create()
  const params = { id }
  const alone = { params, body: { isPrivate: true } }
  await expectRefused(adminAgents.changeAgent, [ada, alone, 400, 'organization_required'])
  await change(id, { isPrivate: true, organizationIds: [first.id] })
  expect([await seenBy(reader, id), (await seenBy(ofFirst, id))?.id]).toEqual([undefined, id])
  const moved = await change(id, { organizationIds: [second.id] })
  expect(moved.organizations).toEqual([{ id: second.id, name: expect.any(String) as string }])
  expect(await seenBy(ofFirst, id)).toBeUndefined()
  await expectRefused(
    adminAgents.changeAgent,
    [ada, { params, body: { organizationIds: [] } }, 400, { field: 'organizationIds' }],
    [ada, { params, body: { organizationIds: [second.id, 999_999] } }, 404, 'organization_not_found'],
  )
  const [act] = await actsOn(ada, 'agent', id)
  expect(act).toMatchObject({ before: { organizationIds: [first.id] }, after: { organizationIds: [second.id] } })
  await change(id, { isPrivate: false })
  expect(await seenBy(reader, id)).toBeDefined()
  expect(await world.sql('select from organization_agent where agent_id = $1 and is_private', [id])).toEqual([])
})

it('no grant or assignment outlives a change of privacy unseen', tags('D125'), async () => {
  const { id } = await create()
  const assignedTo = async () => {
    const all = await Promise.all([first, second].map(agentsOf))
    return all.map((list) => list.some(({ agentId }) => agentId === id))
  }
  await change(id, { isPrivate: true, organizationIds: [first.id] })
  await change(id, { isPrivate: false })
  expect(await assignedTo()).toEqual([true, false])
  // While it is public, each organization decides for itself.
  await removeFrom(first, id)
  const toSecond = { params: { organizationId: String(second.id) }, body: { agentId: id } }
  await second.owner.client.call(organizationAgents.addAgentToOrganization, toSecond)
  const alone = { params: { id }, body: { isPrivate: true } }
  await expectRefused(adminAgents.changeAgent, [ada, alone, 400, 'organization_required'])
  expect(await assignedTo()).toEqual([false, true])
  for (const isPrivate of [true, false]) {
    await change(id, { isPrivate, ...(isPrivate && { organizationIds: [first.id] }) })
    expect(await assignedTo()).toEqual([true, false])
  }
  expect(await world.sql('select from private_agent_access where agent_id = $1 and is_active', [id])).toEqual([])
})

it('a private agent gets access and assignment for each organization', tags('S494 S600 D125'), async () => {
  const gone = await organization(world)
  const made = await createPrivateAs(ada, [first.id, second.id, first.id, gone.id])
  expect(made.isPrivate).toBe(true)
  expect(new Set(made.organizations.map(({ id }) => id))).toEqual(new Set([first.id, second.id, gone.id]))
  for (const firm of [first, second]) {
    const assigned = (await agentsOf(firm)).find(({ agentId }) => agentId === made.id)
    expect(assigned).toMatchObject({ isPrivate: true, accessLevel: 'standard' })
  }
  const access = { granted_by: ada.id, is_active: true }
  const rows = await world.sql('select granted_by, is_active from private_agent_access where agent_id = $1', [made.id])
  expect(rows).toEqual([access, access, access])
  // It can still be changed in all other fields when organizations were deleted.
  await world.sql('update organization set is_active = false, archived_at = now() where id = $1', [gone.id])
  const changed = await change(made.id, { isActive: false })
  expect([changed.isActive, changed.organizations.length]).toEqual([false, 2])
})

it.each([false, true])('deletes an agent, and archives it with talk (%s)', tags('S599 D146'), async (isArchived) => {
  const { id, name } = await create({ isPremium: true, systemPrompt: 'You help.', firstMessage: 'Hello' })
  await reader.client.call(agents.unlockAgent, { params: { agentId: id } })
  await addTo(first.owner, { agentId: id })
  if (isArchived) {
    const talk = await startHeardTalk(reader, id)
    talk.client.close()
    await reader.client.try(voice.endConversation, { params: { id: talk.id }, body: {} })
  }
  const params = { id }
  expect(await ada.client.call(adminAgents.deleteAgent, { params })).toEqual({ success: true, isArchived })
  expect([await seenBy(reader, id), await seenBy(ada, id)]).toEqual([undefined, undefined])
  expect((await agentsOf(first)).map(({ agentId }) => agentId)).not.toContain(id)
  expect(await reader.client.call(agents.unlockedAgents)).toEqual([])
  await expectRefused(adminAgents.deleteAgent, [ada, { params }, 404, 'agent_not_found'])
  await expectRefused(adminAgents.readAdminAgent, [ada, { params }, 404, 'agent_not_found'])
  await expectRefused(agents.agentPage, [reader, { params: { agentId: id } }, 404, 'agent_not_found'])
  expect(await world.sql('select name from agent where id = $1', [id])).toEqual(isArchived ? [{ name }] : [])
  const [act] = await actsOn(ada, 'agent', id)
  if (isArchived) {
    // The history keeps its name, which is free again.
    expect((await reader.client.call(voice.myConversations))[0]).toMatchObject({ agentId: id, agentName: name })
    expect((await create({ name })).name).toBe(name)
    expect(act).toMatchObject({ action: 'agent.archive', targetName: name })
  } else expect(act).toMatchObject({ action: 'agent.delete', before: { name }, targetName: null })
})

it('organizations that would refuse an agent or a person are no choice', tags('S435 D129'), async () => {
  const [ended, full] = [await organization(world), await organization(world, { maxUsers: 1 })]
  await world.sql('update organization set is_active = false where id = $1', [ended.id])
  await member(world, full.id)
  const all = [first, second, ended, full].map(({ id }) => id)
  const choices = async (query: { agentId?: string; hasSeat?: 'true' }) => {
    const found = (await ada.client.call(organizationChoices, { query })).map(({ id }) => id)
    return all.filter((id) => found.includes(id))
  }
  expect(await choices({})).toEqual(all)
  expect(await choices({ hasSeat: 'true' })).toEqual([first.id, second.id, ended.id])
  const open = await create()
  expect(await choices({ agentId: open.id })).toEqual([first.id, second.id, full.id])
  await addTo(ada, { agentId: open.id })
  expect(await choices({ agentId: open.id })).toEqual([second.id, full.id])
  await change(open.id, { isActive: false })
  expect(await choices({ agentId: open.id })).toEqual([])
  const secret = await createPrivateAs(ada, [first.id, second.id])
  await removeFrom(first, secret.id)
  expect(await choices({ agentId: secret.id })).toEqual([first.id])
})

it('the access form assigns at standard, copies isPrivate, and is recorded', tags('S435 S519 D125'), async () => {
  const { id } = await create()
  const before = (await actsOn(ada, 'organization', first.id)).length
  const made = await addTo(ada, { agentId: id, isPrivate: true })
  expect(made).toMatchObject({ agentId: id, accessLevel: 'standard', isPrivate: false })
  expect(await addTo(ada, { agentId: id, accessLevel: 'full' })).toMatchObject({ id: made.id, accessLevel: 'full' })
  const acts = await actsOn(ada, 'organization', first.id)
  expect(acts).toHaveLength(before + 2)
  const [level, action] = [`agent ${id} accessLevel`, 'organization.addAgentToOrganization']
  expect(acts[0]).toMatchObject({ action, before: { [level]: 'standard' }, after: { [level]: 'full' } })
})
