import { addAgent, expect, it, ownWorld, registered } from '#tests/calls.ts'

const world = await ownWorld()

it('lists come complete with their length, or in pages (D166)', async () => {
  const { client } = await registered(world)
  for (const name of ['Cleo', 'Abel', 'Bert']) await addAgent(world, { name })
  const names = async (query: string) => {
    const reply = await client.request<{ name: string }[]>('GET', `/api/agents${query}`)
    expect(reply).toMatchObject({ status: 200 })
    expect(reply.headers.get('x-total-count')).toBe('3')
    return reply.body.map((agent) => agent.name)
  }
  expect(await names('')).toEqual(['Abel', 'Bert', 'Cleo'])
  expect(await names('?limit=2')).toEqual(['Abel', 'Bert'])
  expect(await names('?limit=2&offset=2')).toEqual(['Cleo'])
  expect(await names('?offset=9')).toEqual([])
})

it.each(['limit=0', 'limit=501', 'limit=1.5', 'limit=x', 'offset=-1'])('a page of %s is 400 (D166)', async (query) => {
  const { client } = await registered(world)
  const field = query.split('=')[0]
  const reply = await client.request('GET', `/api/agents?${query}`)
  expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_query', field } })
})
