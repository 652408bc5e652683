import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { usualService } from '../service-switches.ts'
import { removeState, startStandin, type TestStandin } from './voice-client.ts'

/** The stand-in's knowledge base as a program of the service's customers sees it. */

export type Body = Record<string, unknown>

export const leave = `Parental leave\n\nParents take up to fourteen weeks of parental leave with full pay. ${'It may be split into parts. '.repeat(20)}`
export const model = 'multilingual_e5_large_instruct'

export interface KnowledgeClient {
  standin: TestStandin
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body }>
  addText(fields?: Body): Promise<string>
  addAgent(locators: Body[]): Promise<string>
  /** Waits for an index, and returns the states that it went through. */
  untilIndexed(id: string): Promise<string[]>
}

/** Runs a stand-in for the tests of a file. */
export function startKnowledge(): KnowledgeClient {
  const client = {} as KnowledgeClient
  beforeAll(async () => {
    client.standin = await startStandin()
  })
  afterAll(async () => {
    await client.standin.close()
    removeState(client.standin)
  })
  afterEach(() => {
    client.standin.faults.service = usualService
  })
  client.call = async (method, path, body) => {
    const answer = await client.standin.call(method, path, body)
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body }
  }
  client.addText = async (fields = {}) => {
    const { body } = await client.call('POST', '/knowledge-base/text', { text: leave, name: 'Handbook', ...fields })
    return String(body['id'])
  }
  client.addAgent = (locators) =>
    client.standin.createAgent({
      name: 'Hanna',
      conversation_config: {
        agent: {
          prompt: { prompt: 'You help.', knowledge_base: locators, rag: { enabled: true, embedding_model: model } },
        },
      },
    })
  client.untilIndexed = (id) => untilIndexed(client, id)
  return client
}

async function untilIndexed(client: KnowledgeClient, id: string): Promise<string[]> {
  const seen: string[] = []
  await expect
    .poll(
      async () => {
        const { body } = await client.call('POST', `/knowledge-base/${id}/rag-index`, { model })
        if (!seen.includes(String(body['status']))) seen.push(String(body['status']))
        return body
      },
      { timeout: 60_000, interval: 50 },
    )
    .toMatchObject({ status: 'succeeded', progress_percentage: 100, model })
  return seen
}

export const locator = (id: string, fields: Body = {}): Body => ({ type: 'text', id, name: 'Handbook', ...fields })
