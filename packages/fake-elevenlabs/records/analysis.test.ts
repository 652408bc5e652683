import { expect, test } from 'vitest'
import { usualService } from '../service-switches.ts'
import { standinOfFile } from '../testing/standin-of-file.ts'
import { type VoiceClient } from '../testing/voice-client.ts'

let clockMs = Date.parse('2026-11-26T10:00:00Z')
const standin = standinOfFile({ now: () => clockMs })

const handbook = `Parental leave\n\nParents take up to fourteen weeks of parental leave with full pay. ${'Tell your manager early. '.repeat(25)}`
const criteria = [{ id: 'goal_met', name: 'Goal met', conversation_goal_prompt: 'The request was answered.' }]
const items = {
  next_step_1: { type: 'string', description: 'The first next step of the person.' },
  next_step_2: { type: 'string', description: 'The second next step of the person.' },
}

interface RecordBody {
  status: string
  analysis: Record<string, unknown> | null
  metadata: { rag_usage: unknown }
  transcript: {
    role: string
    rag_retrieval_info?: { chunks: { document_id: string; chunk_id: string }[]; used_chunk_ids: string[] } | null
  }[]
}

async function json<Body>(...call: Parameters<typeof standin.ask>): Promise<Body> {
  return (await standin.ask(...call)).body as Body
}

async function addDocument(name: string, text: string) {
  const { id } = await json<{ id: string }>('POST', '/knowledge-base/text', { text, name })
  return { type: 'text', id, name }
}

async function makeAgent(prompt: object = {}): Promise<string> {
  return standin.createAgent({
    name: 'Hanna',
    conversation_config: {
      agent: {
        first_message: 'Hello.',
        dynamic_variables: { dynamic_variable_placeholders: { day: 'not known' } },
        prompt: { prompt: 'Today is {{day}}.\n## Sample answers\n- [tea]: Steep it.', ...prompt },
      },
      conversation: { text_only: true, source_attribution: true },
    },
    platform_settings: { evaluation: { criteria }, data_collection: items },
  })
}

/** Says these sentences one after the other. Returns the conversation's id, and every frame that came. */
async function talk(agentId: string, sentences: string[]): Promise<{ id: string; frames: VoiceClient['bodies'] }> {
  // For the person it is still the day before.
  const client = await standin.open(agentId, { dynamic_variables: { day: 'Wednesday, 2026-11-25' } })
  await client.next('agent_response')
  for (const text of sentences) {
    client.send({ type: 'user_message', text })
    await client.next('agent_response')
  }
  client.close()
  await client.closed
  return { id: client.conversationId, frames: client.bodies }
}

const read = (id: string): Promise<RecordBody> => json<RecordBody>('GET', `/conversations/${id}`)

test('A5: an answer from a document names its passages in the record, and in no frame', async () => {
  standin.faults.service = { ...usualService, processingSeconds: 0 }
  const text = `${handbook.trim()}\n\nParental leave of foster parents takes six weeks. ${'Ask for the form. '.repeat(35).trim()}`
  const handed = await addDocument('Handbook', text)
  const agentId = await makeAgent({ knowledge_base: [handed], rag: { enabled: true } })
  clockMs += 60_000
  const { frames, id } = await talk(agentId, ['How long is parental leave?', 'How do I make tea?'])
  const { metadata, transcript } = await read(id)
  const [about, tea] = transcript.filter(({ role }) => role === 'agent').slice(1)
  const { chunks = [], used_chunk_ids: used = [] } = about?.rag_retrieval_info ?? {}
  expect(chunks.length).toBeGreaterThan(1)
  expect(used.length).toBeGreaterThan(0)
  expect(chunks.map(({ chunk_id: chunkId }) => chunkId)).toEqual(expect.arrayContaining(used))
  const contents = new Map<string, string>()
  for (const { chunk_id: chunkId, document_id: from } of chunks) {
    const chunk = await json<{ content: string }>('GET', `/knowledge-base/${from}/chunk/${chunkId}`)
    contents.set(chunkId, chunk.content)
  }
  // Each of them is a passage of the document, and those used hold the answer.
  for (const content of contents.values()) expect(text).toContain(content)
  expect(used.map((chunkId) => contents.get(chunkId)).join(' ')).toContain('fourteen weeks')
  expect(tea?.rag_retrieval_info ?? null).toBeNull()
  expect(metadata.rag_usage).toEqual({ usage_count: 1, embedding_model: 'e5_mistral_7b_instruct' })
  for (const secret of [handed.id, ...contents.keys()]) expect(JSON.stringify(frames)).not.toContain(secret)
})

test('A9: the analysis comes with the end of the processing, and says nothing that was not said', async () => {
  standin.faults.service = { ...usualService, processingSeconds: 1 }
  const agentId = await makeAgent()
  const { id } = await talk(agentId, ['How do I make tea?', 'I will call Anna tomorrow, and I will see.'])
  expect(await read(id)).toMatchObject({ status: 'processing', analysis: null })
  await expect.poll(async () => (await read(id)).status).toBe('done')
  const { analysis } = await read(id)
  expect(analysis).toMatchObject({
    call_successful: 'success',
    call_summary_title: 'How do I make tea?',
    evaluation_criteria_results: { goal_met: { criteria_id: 'goal_met', result: 'success' } },
    data_collection_results: { next_step_1: { value: 'Call Anna (2026-11-26)' }, next_step_2: { value: null } },
  })
  expect(analysis?.['transcript_summary']).toBe(
    'You asked Hanna “How do I make tea?” Hanna said: Steep it. Your next step: Call Anna by November 26.',
  )
  expect(analysis?.['data_collection_results_list']).toHaveLength(2)
})

test.each([
  [[], null, ''],
  [['Hello'], null, ''],
  [['I will call Anna.', 'Remind me to call Anna', 'Great, thanks!'], 'Call Anna', 'Your next step: Call Anna.'],
  [
    ['How long is parental leave?'],
    'How long is parental leave?',
    'You asked Hanna “How long is parental leave?” Hanna said: Parents take up to fourteen weeks of parental leave with full pay.',
  ],
  [
    ['I keep putting off a call.', 'Why?', 'Remind me to call'],
    'I keep putting off a call',
    'You told Hanna 2 things, such as “I keep putting off a call.” Hanna had no answer. Your next step: Call.',
  ],
])('A9: a talk of %j has the title %s', async (sentences, title, summary) => {
  standin.faults.service = { ...usualService, processingSeconds: 0 }
  const agentId = await makeAgent({ knowledge_base: [await addDocument('Leave', handbook)], rag: { enabled: true } })
  clockMs += 60_000
  const { id } = await talk(agentId, sentences)
  await expect.poll(async () => (await read(id)).status).toBe('done')
  const { analysis } = await read(id)
  expect([analysis?.['call_summary_title'], analysis?.['transcript_summary']]).toEqual([title, summary])
})

test('A9: an analysis that is run again judges by the criteria of now', async () => {
  standin.faults.service = { ...usualService, processingSeconds: 0 }
  const agentId = await makeAgent()
  const { id } = await talk(agentId, ['How do I make tea?'])
  await expect.poll(async () => (await read(id)).status).toBe('done')
  const [first] = criteria
  await standin.call('PATCH', `/agents/${agentId}`, {
    platform_settings: { evaluation: { criteria: [{ ...first, id: 'stayed_in_role' }] } },
  })
  const again = await json<RecordBody>('POST', `/conversations/${id}/analysis/run`)
  expect(Object.keys(again.analysis?.['evaluation_criteria_results'] ?? {})).toEqual(['stayed_in_role'])
  expect((await read(id)).analysis).toEqual(again.analysis)
  expect((await standin.call('POST', '/conversations/conv_none/analysis/run')).status).toBe(404)
})

test('A10: documents of one conversation need their switch', async () => {
  const hours = await addDocument('Hours', 'The office opens at eight.')
  const agentId = await makeAgent()
  const override = { agent: { prompt: { knowledge_base: [{ ...hours, usage_mode: 'prompt' }] } } }
  const begin = () => standin.open(agentId, { conversation_config_override: override })
  const refused = await begin()
  expect((await refused.next('error')).event).toMatchObject({ code: 1008, error_type: 'override_error' })
  const switches = { agent: { prompt: { knowledge_base: true } } }
  await standin.call('PATCH', `/agents/${agentId}`, {
    platform_settings: { overrides: { conversation_config_override: switches } },
  })
  const allowed = await begin()
  await allowed.next('agent_response')
  allowed.send({ type: 'user_message', text: 'When does the office open?' })
  expect((await allowed.next('agent_response')).event['agent_response']).toContain('opens at eight')
  allowed.close()
})
