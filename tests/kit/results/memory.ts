import * as voice from '#contract/conversations/voice.ts'
import * as memory from '#contract/results/memory.ts'
import { endedRow, providerRecord, startTalk } from '../conversations/conversations.ts'
import { subscriber, type TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

export async function turnOnMemory(person: TestPerson): Promise<void> {
  await person.client.call(memory.changeMemory, { body: { enabled: true } })
}

export async function addNote(person: TestPerson, agentId: string, text: string): Promise<string> {
  return (await person.client.call(memory.addNote, { body: { agentId, text } })).id
}

export async function notesOf(person: TestPerson): Promise<string[]> {
  return (await person.client.call(memory.memory)).notes.map(({ text }) => text)
}

/** Holds a short conversation. Returns its id, and what its agent got about the person at the provider. */
export async function talkAndAsk(
  world: World,
  person: TestPerson,
  agentId: string,
  options: { withoutMemory?: boolean; resumeOf?: string } = {},
): Promise<{ id: string; known: unknown }> {
  const talk = await startTalk(person, agentId, options)
  await talk.client.next('agent_response')
  await person.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
  await endedRow(world, talk.id)
  return { id: talk.id, known: await knownAtProvider(world, talk.conversationId) }
}

/** Returns what a conversation's agent got about the person, as the provider recorded it. */
export async function knownAtProvider(world: World, conversationId: string): Promise<unknown> {
  const { conversation_initiation_client_data: initiation } = await providerRecord(world, conversationId)
  return (initiation.dynamic_variables as Record<string, unknown>).luna_memory
}

/** Adds a next step that the person has accepted, from a conversation with that agent. */
export async function addOpenStep(
  world: World,
  person: TestPerson,
  agentId: string,
  step: { title: string; dueOn?: string; state?: 'open' | 'done' },
): Promise<void> {
  await world.sql(
    `insert into next_step (user_id, agent_id, title, due_on, state, origin, created_at, done_at)
     values ($1, $2, $3, $4, $5, 'person', now(), case when $5 = 'done' then now() end)`,
    [person.id, agentId, step.title, step.dueOn ?? null, step.state ?? 'open'],
  )
}

/** Returns a person whom agents may remember. */
export async function remembered(world: World): Promise<TestPerson> {
  const person = await subscriber(world)
  await turnOnMemory(person)
  return person
}

export function noteRowsOf(world: World, { id }: TestPerson): Promise<Record<string, unknown>[]> {
  return world.sql(
    'select text, state, origin, organization_id from memory_note where user_id = $1 order by created_at',
    [id],
  )
}
