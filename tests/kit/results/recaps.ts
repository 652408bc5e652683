import { expect } from 'vitest'
import * as voice from '#contract/conversations/voice.ts'
import { readRecap, type RecapOfConversation } from '#contract/results/recap.ts'
import { askProvider, startTalk } from '../conversations/conversations.ts'
import { addText, settled } from '../documents/documents.ts'
import type { TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

/** Lets the provider finish its records at once. */
export function finishRecords(world: World): Promise<void> {
  return world.control({ voiceService: { processingSeconds: 0, webhooks: 'deliver' } })
}

/** Two next steps and a question, which comes last because each typed turn cuts the answer before it. */
export const said = ['I will call Anna on 4 December.', 'I will write to Bo.', 'How long is parental leave?']

interface TypedTalk {
  id: string
  conversationId: string
}

/** Holds a conversation in which a person types these sentences, one after the other, and ends it. */
export async function typedTalk(person: TestPerson, agentId: string, sentences: string[]): Promise<TypedTalk> {
  const { id, conversationId, client } = await startTalk(person, agentId)
  await client.next('agent_response')
  for (const text of sentences) {
    client.send({ type: 'user_message', text })
    await client.next('agent_response')
  }
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  return { id, conversationId }
}

export function recapOf(person: TestPerson, id: string): Promise<RecapOfConversation> {
  return person.client.call(readRecap, { params: { id } })
}

/** Waits until the provider has analyzed a conversation. */
export async function readyRecap(person: TestPerson, id: string): Promise<RecapOfConversation> {
  await expect.poll(async () => (await recapOf(person, id)).state).not.toBe('processing')
  return recapOf(person, id)
}

export async function figuresFinal(world: World, id: string): Promise<void> {
  const isOpen = 'select from voice_session where id = $1 and provider_ask_at is not null'
  await expect.poll(async () => (await world.sql(isOpen, [id])).length).toBe(0)
}

export async function isAtProvider(world: World, conversationId: string): Promise<boolean> {
  return 'transcript' in ((await askProvider(world, 'GET', `/conversations/${conversationId}`)) as object)
}

/** Adds a text to what an agent has read, and waits until the agent can answer from it. Returns its id. */
export async function addReadText(person: TestPerson, agentId: string, title: string, text: string): Promise<string> {
  const { id } = await addText(person, agentId, text, title)
  expect((await settled(person, agentId, id)).state).toBe('ready')
  return id
}
