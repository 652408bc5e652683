import * as voice from '#contract/conversations/voice.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import * as kit from '#tests/calls.ts'

const { expect, it, subscriber } = kit

const world = await kit.ownWorld()
const agentId = await kit.addAgent(world)

async function talked(person: kit.TestPerson): Promise<string> {
  const { id, conversationId } = await kit.startHeardTalk(person, agentId)
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  return conversationId
}

/** Returns whether the provider has a conversation. */
const isThere = async (id: string) =>
  'transcript' in ((await kit.askProvider(world, 'GET', `/conversations/${id}`)) as object)

/** Returns whose deletion is in a state; an unkept conversation of an erased person may be ordered twice. */
const jobs = (state: string) =>
  world.sql<{ id: string }>(
    "select distinct data ->> 'conversationId' as id from pgboss.job where name = 'delete-conversation' and state::text = $1",
    [state],
  )

it('the voice provider keeps no conversation of an erased person, even after an outage (D28)', async () => {
  const [leaver, friend] = [await subscriber(world), await subscriber(world)]
  const own = [await talked(leaver), await talked(leaver)]
  const other = await talked(friend)
  // Its address was never opened, but the provider knows of it.
  const early = await leaver.client.call(voice.startConversation, { body: { agentId } })
  await leaver.client.call(voice.endConversation, { params: { id: early.id }, body: {} })
  expect(await Promise.all([...own, other].map(isThere))).toEqual([true, true, true])
  await leaver.client.call(deleteAccount, { body: { currentPassword: kit.password } })
  await world.control({ apiFault: { elevenlabs: 'error' } })
  await world.control({ advance: 'P7DT1M' })
  const waiting = async () => (await jobs('retry')).map(({ id }) => id).toSorted()
  await expect.poll(waiting).toEqual([...own, early.conversationId].toSorted())
  await world.control({ apiFault: { elevenlabs: null } })
  const voices = async () => (await world.visitor().request('GET', '/readyz')).body['voice']
  await expect.poll(voices).toBe('up')
  await world.sql("update pgboss.job set start_after = now() where name = 'delete-conversation'")
  await expect.poll(async () => (await jobs('completed')).length).toBe(3)
  expect(await Promise.all([...own, other].map(isThere))).toEqual([false, false, true])
  // The length of conversations stays for the books, without a name.
  expect(await world.sql('select from voice_session where user_id = $1', [leaver.id])).toHaveLength(3)
}, 90_000)
