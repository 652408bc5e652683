import { vi } from 'vitest'
import * as calls from '#contract/agents/documents.ts'
import type { ProblemBody } from '#contract/call.ts'
import type { TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

/** Long enough to be searched rather than always read, and says one thing that nobody else says. */
export const handbook = `Parental leave\n\nParents take fourteen weeks of parental leave with full pay. ${'Please speak with your manager early. '.repeat(20)}`

export async function addText(
  person: TestPerson,
  agentId: string,
  text = handbook,
  title = 'Handbook',
): Promise<calls.AgentDocument> {
  return person.client.call(calls.addDocument, { params: { agentId }, body: { kind: 'text', title, text } })
}

export function fileOf(bytes: Buffer, name: string): File {
  return new File([new Uint8Array(bytes)], name)
}

export async function sendFile(
  world: World,
  person: TestPerson | null,
  agentId: string,
  file: File,
  texts: Record<string, string> = {},
): Promise<{ status: number; body: calls.AgentDocument & ProblemBody }> {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  form.set('file', file)
  const headers = person ? { cookie: person.client.cookieHeader() } : {}
  const path = `${world.url}/api/agents/${agentId}/documents`
  const answer = await fetch(path, { method: 'POST', body: form, headers })
  return { status: answer.status, body: (await answer.json()) as calls.AgentDocument & ProblemBody }
}

/** Waits until a document has come as far as it can; a busy machine reads files last. */
export function settled(person: TestPerson, agentId: string, id: string): Promise<calls.AgentDocumentPage> {
  const read = async () => {
    const document = await person.client.call(calls.readDocument, { params: { agentId, id } })
    if (!/^(ready|failed)$/.test(document.state)) throw new Error(`The document is ${document.state}`)
    return document
  }
  // Before the tests there is no polling expectation.
  return vi.waitFor(read, { timeout: 60_000, interval: 50 })
}

export async function passagesFor(
  person: TestPerson,
  agentId: string,
  question: string,
): Promise<calls.FoundPassage[]> {
  return (await person.client.call(calls.searchDocuments, { params: { agentId }, body: { question } })).passages
}
