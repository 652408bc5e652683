import { addAgent, askProvider, endedRow, expect, it, sharedWorld, startHeardTalk, subscriber } from '#tests/calls.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)
const person = await subscriber(world)

interface Tools {
  tools: { id: string; tool_config: { name: string; description: string } }[]
}

async function toolThere() {
  const { tools } = (await askProvider(world, 'GET', '/tools')) as Tools
  const [tool, ...more] = tools.filter(({ tool_config: { name } }) => name === 'add_next_step')
  expect(more).toEqual([])
  return tool
}

/** Lets somebody talk to an agent, which sends it once more. */
async function talkOnce(by = person, agent = agentId): Promise<void> {
  await world.sql('update agent set revision = revision + 1')
  const { id, client } = await startHeardTalk(by, agent)
  client.close()
  await endedRow(world, id)
}

it('a tool is made once, found after a lost answer, and made again when lost', async () => {
  await Promise.all([talkOnce(), talkOnce(await subscriber(world), await addAgent(world))])
  const before = await toolThere()
  const row = await world.sql("select provider_tool_id as id from provider_tool where name = 'add_next_step'")
  expect(row).toEqual([{ id: before?.id }])
  await world.sql('update provider_tool set provider_tool_id = null, synced_mark = null')
  const older = { ...before?.tool_config, description: 'An older definition' }
  await askProvider(world, 'PATCH', `/tools/${before?.id}`, { tool_config: older })
  await talkOnce()
  const after = await toolThere()
  expect(after?.id).toBe(before?.id)
  expect(after?.tool_config.description).toContain('Notes one thing')
  await askProvider(world, 'DELETE', `/tools/${before?.id}?force=true`)
  await talkOnce()
  expect((await toolThere())?.id).not.toBe(before?.id)
})

it('a tool reaches agents that the provider received before there was one', async () => {
  await talkOnce()
  const [row] = await world.sql<{ eleven_labs_agent_id: string }>(
    "update agent set synced_definition = 'older' where id = $1 returning eleven_labs_agent_id",
    [agentId],
  )
  await talkOnce()
  const there = await askProvider(world, 'GET', `/agents/${row?.eleven_labs_agent_id}`)
  const prompt = { tool_ids: expect.arrayContaining([(await toolThere())?.id]) as string[] }
  expect(there).toMatchObject({ conversation_config: { agent: { prompt } } })
  const older = "select from agent where id = $1 and synced_definition = 'older'"
  expect(await world.sql(older, [agentId])).toEqual([])
})
