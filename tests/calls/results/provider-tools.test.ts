import { describe, expect, it } from 'vitest'
import { addAgent, askProvider, endedRow, sharedWorld, startHeardTalk, subscriber } from '#tests/calls.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)

describe('the tool at the voice provider', () => {
  interface Tools {
    tools: { id: string; tool_config: { name: string; description: string } }[]
  }
  const toolsThere = async () => ((await askProvider(world, 'GET', '/tools')) as Tools).tools
  const steps = async () => (await toolsThere()).filter(({ tool_config: { name } }) => name === 'add_next_step')

  /** Makes the next start send every agent again. */
  const outdate = () => world.sql('update agent set revision = revision + 1')

  it('is made once, however many agents and conversations there are', async () => {
    const people = await Promise.all([subscriber(world), subscriber(world)])
    const agents = await Promise.all(people.map(() => addAgent(world)))
    await Promise.all(
      people.map(async (person, place) => {
        const { id, client } = await startHeardTalk(person, agents[place] ?? '')
        client.close()
        await endedRow(world, id)
      }),
    )
    const [tool, ...more] = await steps()
    expect(more).toEqual([])
    const [row] = await world.sql('select provider_tool_id from provider_tool where name = $1', ['add_next_step'])
    expect(row).toEqual({ provider_tool_id: tool?.id })
  })

  it('is found again when the answer to its creation was lost, and changed when its definition is older', async () => {
    const [before] = await steps()
    await world.sql('update provider_tool set provider_tool_id = null, synced_mark = null')
    await askProvider(world, 'PATCH', `/tools/${before?.id}`, {
      tool_config: { ...before?.tool_config, description: 'An older definition' },
    })
    await outdate()
    await talkOnce()
    const [after, ...more] = await steps()
    expect(more).toEqual([])
    expect(after?.id).toBe(before?.id)
    expect(after?.tool_config.description).toContain('Notes one thing')
  })

  it('is made again when the provider has lost it', async () => {
    const [before] = await steps()
    await askProvider(world, 'DELETE', `/tools/${before?.id}?force=true`)
    await outdate()
    await talkOnce()
    const [after, ...more] = await steps()
    expect(more).toEqual([])
    expect(after?.id).not.toBe(before?.id)
  })

  it('reaches agents that the provider received before there was a tool', async () => {
    const { database } = world.services
    const [row] = await world.sql<{ eleven_labs_agent_id: string }>(
      "update agent set synced_definition = 'older' where id = $1 returning eleven_labs_agent_id",
      [agentId],
    )
    await talkOnce()
    const [tool] = await steps()
    const there = await askProvider(world, 'GET', `/agents/${row?.eleven_labs_agent_id}`)
    expect(there).toMatchObject({
      conversation_config: { agent: { prompt: { tool_ids: expect.arrayContaining([tool?.id]) } } },
    })
    const [synced] = await database.read<{ count: number }>`
      select count(*) from agent where id = ${agentId} and synced_definition <> 'older'`
    expect(synced?.count).toBe(1)
  })

  async function talkOnce(): Promise<void> {
    const { id, client } = await startHeardTalk(await subscriber(world), agentId)
    client.close()
    await endedRow(world, id)
  }
})
