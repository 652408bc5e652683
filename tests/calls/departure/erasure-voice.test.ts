import { describe, expect, it } from 'vitest'
import * as departure from '#contract/departure/departure.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, askProvider, ownWorld, password, startHeardTalk, subscriber, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld()
const agentId = await addAgent(world)

async function talked(person: TestPerson): Promise<string> {
  const { id, conversationId } = await startHeardTalk(person, agentId)
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  return conversationId
}

/** Returns whether the provider has a conversation. */
const isThere = async (id: string) =>
  'transcript' in ((await askProvider(world, 'GET', `/conversations/${id}`)) as object)

const leave = (person: TestPerson) =>
  person.client.call(departure.deleteAccount, { body: { currentPassword: password } })
/** Returns whose deletion is in a state; an unkept conversation of an erased person may be ordered twice. */
const jobs = (state: string) =>
  world.sql<{ id: string }>(
    "select distinct data ->> 'conversationId' as id from pgboss.job where name = 'delete-conversation' and state::text = $1",
    [state],
  )

describe('what the voice provider keeps of a person (D28)', () => {
  it('is deleted with the person, every conversation of theirs and nobody else’s, even after an outage', async () => {
    const [leaver, friend] = [await subscriber(world), await subscriber(world)]
    const own = [await talked(leaver), await talked(leaver)]
    const other = await talked(friend)
    // Its address was never opened, but the provider knows of it.
    const early = await leaver.client.call(voice.startConversation, { body: { agentId } })
    await leaver.client.call(voice.endConversation, { params: { id: early.id }, body: {} })
    expect(await Promise.all([...own, other].map(isThere))).toEqual([true, true, true])
    await leave(leaver)
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
    const [row] = await world.sql<{ count: number }>(
      'select count(*)::int as count from voice_session where user_id = $1',
      [leaver.id],
    )
    // The length of conversations stays for the books, without a name.
    expect(row).toEqual({ count: 3 })
  }, 90_000)
})
