import { agentPage } from '#contract/agents/agents.ts'
import * as documents from '#contract/agents/documents.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { expect, type FakeServer, page } from '#tests/pages.ts'
import { coach, pageOf } from './agents.ts'
import { fakeOf } from '../fake-answer.ts'

type AgentDocument = documents.AgentDocument

/** Returns a document that the agent answers from; `n` makes it another one. */
export function documentOf(n: number, more: Partial<AgentDocument> = {}): AgentDocument {
  return fakeOf(documents.listDocuments, {
    id: `6c0c7a52-8f6a-4a0e-9f0a-${String(n).padStart(12, '0')}`,
    title: `Document ${n}`,
    kind: 'text',
    characters: 6200,
    state: 'ready',
    ...more,
  })
}

const missing = '2 of 12 pages are pictures and were not read.'
export const handbook = documentOf(1, { title: 'Handbook 2026', kind: 'file', characters: 36_500, unread: missing })
export const hours = documentOf(2, { title: 'Opening hours', characters: 260, isAlwaysRead: true })
const unread = 'This PDF holds pictures of pages and no text. Export it with text, or run text recognition first.'
const failed = { kind: 'file', characters: 0, state: 'failed', reason: unread } as const
export const scanned = documentOf(4, { title: 'Old contract', ...failed })

export const handbookText = 'Parents take fourteen weeks of parental leave.\n\nPlease speak with your manager early.'

/** An agent's documents as the server keeps them; what a test changes in `all` shows at the next read. */
export interface Kept {
  all: AgentDocument[]
}

/** Answers the page of an agent whose documents this person manages, or only reads. */
export function serveDocuments(
  server: FakeServer,
  all: readonly AgentDocument[],
  { managesDocuments = true } = {},
): Kept {
  const kept: Kept = { all: [...all] }
  const find = (id: string) => kept.all.find((document) => document.id === id) ?? documentOf(0)
  const readsDocuments = managesDocuments ? {} : { readsDocuments: true }
  server.answer(agentPage, { ...pageOf(coach), managesDocuments, ...readsDocuments })
  server.answer(ratings, [])
  server.answer(documents.listDocuments, () => [...kept.all])
  server.answer(documents.readDocument, ({ params: { id } }) => ({
    ...find(id),
    text: find(id).state === 'failed' ? '' : handbookText,
  }))
  server.answer(documents.changeDocument, ({ body, params: { id } }) => {
    const { text, title = find(id).title } = body
    const changed = { ...find(id), title, characters: text?.length ?? 0, state: 'sending' as const, reason: null }
    kept.all = kept.all.map((document) => (document.id === id ? changed : document))
    return changed
  })
  server.answer(documents.removeDocument, ({ params: { id } }) => {
    kept.all = kept.all.filter((document) => document.id !== id)
    return { success: true as const }
  })
  return kept
}

/** Opens the agent's page. Returns the part with its documents. */
export async function openDocuments() {
  await page.goto(`/agents/${coach.id}`)
  const part = page.locator('#documents')
  await expect(part.getByRole('heading', { name: `What ${coach.name} has read` })).toBeVisible()
  return part
}

const rowsOf = (list: string) => page.getByRole('list', { name: list }).getByRole('listitem')
export const rowOf = (title: string, list = 'Documents') => rowsOf(list).filter({ hasText: title })
export const uploadOf = (name: string) => rowOf(name, 'Uploads')
export const counted = () => page.locator('#list-count')
