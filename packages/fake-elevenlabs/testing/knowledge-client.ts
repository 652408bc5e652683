import { expect } from 'vitest'
import { standinOfFile } from './standin-of-file.ts'

/** The stand-in's knowledge base as a program of the service's customers sees it. */

export type Body = Record<string, unknown>

export const leave = `Parental leave\n\nParents take up to fourteen weeks of parental leave with full pay. ${'It may be split into parts. '.repeat(20)}`
export const model = 'multilingual_e5_large_instruct'

/** Runs a stand-in for the tests of a file. */
export function startKnowledge() {
  const standin = standinOfFile()
  const call = (method: string, path: string, body?: unknown) => standin.ask(method, path, body)
  /** Makes a call below /knowledge-base. */
  const base = (method: string, path: string, body?: unknown) => call(method, `/knowledge-base${path}`, body)

  async function addText(fields: Body = {}): Promise<string> {
    return String((await base('POST', '/text', { text: leave, name: 'Handbook', ...fields })).body['id'])
  }

  function addAgent(locators: Body[]): Promise<string> {
    const rag = { enabled: true, embedding_model: model }
    const agent = { prompt: { prompt: 'You help.', knowledge_base: locators, rag } }
    return standin.createAgent({ name: 'Hanna', conversation_config: { agent } })
  }

  /** Waits for an index, and returns the states that it went through. */
  async function untilIndexed(id: string): Promise<string[]> {
    const seen: string[] = []
    const read = async () => {
      const { body } = await base('POST', `/${id}/rag-index`, { model })
      if (!seen.includes(String(body['status']))) seen.push(String(body['status']))
      return body
    }
    const done = { status: 'succeeded', progress_percentage: 100, model }
    await expect.poll(read, { timeout: 60_000, interval: 50 }).toMatchObject(done)
    return seen
  }

  return { standin, call, base, addText, addAgent, untilIndexed }
}

export const locator = (id: string, fields: Body = {}): Body => ({ type: 'text', id, name: 'Handbook', ...fields })
