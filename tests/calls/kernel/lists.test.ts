import { currentUser, logout } from '#contract/identity/current-user.ts'
import { addAgent, expect, it, ownWorld, registered, setBalance, subscriber } from '#tests/calls.ts'

const world = await ownWorld()

it('lists come complete with their length, or in pages (D166)', async () => {
  const { client } = await registered(world)
  for (const name of ['Cleo', 'Abel', 'Bert']) await addAgent(world, { name })
  const names = async (query: string) => {
    const reply = await client.request<{ name: string }[]>('GET', `/api/agents${query}`)
    expect([reply.status, reply.headers.get('x-total-count')]).toEqual([200, '3'])
    return reply.body.map((agent) => agent.name)
  }
  expect(await names('')).toEqual(['Abel', 'Bert', 'Cleo'])
  expect(await names('?limit=2')).toEqual(['Abel', 'Bert'])
  expect(await names('?limit=2&offset=2')).toEqual(['Cleo'])
  expect(await names('?offset=9')).toEqual([])
  for (const query of ['limit=0', 'limit=501', 'limit=1.5', 'limit=x', 'offset=-1']) {
    const { status, body } = await client.request('GET', `/api/agents?${query}`)
    expect([query, status, body]).toMatchObject([query, 400, { code: 'invalid_query', field: query.split('=')[0] }])
  }
})

it("polled calls answer 304 while nothing changed, and never with another person's tag (D168)", async () => {
  const [person, other] = [await subscriber(world), await subscriber(world)]
  const ask = ({ client }: typeof person, tag?: string) =>
    client.request('GET', currentUser.path, undefined, tag ? { 'if-none-match': tag } : {})
  const tag = (await ask(person)).headers.get('etag') ?? ''
  expect(tag).not.toBe('')
  const again = await ask(person, tag)
  expect([again.status, again.body]).toEqual([304, ''])
  expect((await ask(other, tag)).status).toBe(200)
  await setBalance(world, person.id, 600)
  const changed = await ask(person, tag)
  expect([changed.status, changed.body['creditBalance']]).toEqual([200, 10])
  expect(changed.headers.get('etag')).not.toBe(tag)
  // An ended session is reported whatever tag the request names.
  await person.client.call(logout)
  expect((await ask(person, tag)).status).toBe(401)
})
