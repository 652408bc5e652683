import { setTimeout as delay } from 'node:timers/promises'
import { documentLimits } from '#contract/agents/documents.ts'
import type { Tx } from '../../database/sql.ts'
import { orRefuse, VoiceUnavailable } from '../../voice-provider/elevenlabs/requests.ts'
import type { Services } from '../../voice-provider/services.ts'
import { syncAgent } from '../provider-sync.flow.ts'
import { outdateAgent, findProviderAgent } from '../records.ts'
import * as documents from './documents.ts'
import { type MovingDocument, listAttached } from './documents.ts'
import { readInJail } from './reader/jail.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { wantedState } from '../voices/voices.flow.ts'

/** Brings what agents have read to the voice provider, and takes it away again (D183). */

/** How often and how long an index is looked at before the job is put off. */
const lookEveryMs = 500
const lookForMs = 20_000
const reasons = {
  planFull: 'There is no room for more documents at the moment. We have been notified.',
  failed: 'The voice provider could not take in this text. Please shorten it or split it.',
  page: 'This page could not be read. Please check the address, or paste its text.',
  alwaysRead: `Short texts are always in the agent's mind, and these are more than ${documentLimits.alwaysRead} characters together. Please put several into one document.`,
} as const

/** Queues what has to be done at the provider, in the transaction that made it necessary. */
export async function orderKnowledge({ jobs }: Services, tx: Tx, agentId: string): Promise<void> {
  await jobs.enqueue(tx, 'knowledge', { agentId })
}

/** Queues what was left behind everywhere, such as after an outage of the provider. */
export async function orderAllKnowledge(services: Services): Promise<void> {
  await services.database.write(async (tx) => {
    for (const agentId of await documents.listAgentsMoving(tx)) await orderKnowledge(services, tx, agentId)
  })
}

/**
 * Does everything that an agent's documents need at the provider: sends texts, takes removed ones away, names them in
 * the agent's settings, and follows their indexes. Throws VoiceUnavailable when the attempt should be repeated soon.
 */
export async function moveKnowledge(services: Services, agentId: string): Promise<void> {
  const deadlineMs = services.clock.monotonicMs() + lookForMs
  for (;;) {
    const moving = await documents.listMoving(services.database.read, agentId)
    if (moving.length === 0) return
    for (const document of moving) if (document.state === 'sending') await send(services, document)
    await attach(services, agentId, moving)
    for (const document of moving) if (document.state === 'removing') await remove(services, document)
    const indexing = moving.filter(({ state }) => state === 'indexing')
    for (const document of indexing) await followIndex(services, agentId, document)
    if (services.clock.monotonicMs() > deadlineMs) throw new VoiceUnavailable('documents are still being indexed')
    if (indexing.length > 0) await delay(lookEveryMs)
  }
}

/** Sends a text, or lets the provider read a page. A text that it has is changed under the same id. */
async function send(services: Services, document: MovingDocument): Promise<void> {
  const { clock, database, voice } = services
  try {
    const known = document.providerDocumentId ?? (await voice.findDocument(document))
    const isPage = isUnreadPage(document)
    if (known && !isPage) await voice.updateDocument(known, document, document.text)
    const made = known ?? (await create(services, document))
    await database.write((tx) => documents.noteProviderDocument(tx, document.id, made))
    // Before it counts as sent, because only then another attempt reads its words.
    if (isPage) {
      const text = await keepPageText(services, document, made)
      if (text === null)
        return await database.write((tx) => documents.noteFailed(tx, document, reasons.page, clock.now()))
      // The agent answers from the text that is shown here, and not from what the provider made of the page.
      await voice.updateDocument(made, document, text)
    }
    await database.write((tx) => documents.noteSent(tx, document))
  } catch (error) {
    await noteRefusal(services, document, error)
  }
}

function create({ voice }: Services, document: MovingDocument): Promise<string> {
  if (isUnreadPage(document)) return voice.createPageDocument(document, document.url ?? '')
  return voice.createTextDocument(document, document.text)
}

function isUnreadPage({ kind, text }: MovingDocument): boolean {
  return kind === 'url' && text === ''
}

/** Keeps the text of a page that the provider has fetched, to be shown and corrected here. Returns null for none. */
async function keepPageText(
  { database, voice }: Services,
  { id, url }: MovingDocument,
  providerDocumentId: string,
): Promise<string | null> {
  const html = await voice.readDocumentHtml(providerDocumentId)
  const read = await readInJail(Buffer.from(html), 'page.html', 'pages')
  if ('reason' in read) return null
  await database.write((tx) => documents.notePageText(tx, id, read, documents.titleOfPage(url ?? '')))
  return read.text
}

/** Names an agent's documents in its settings: without the removed ones, before these are deleted. */
async function attach(services: Services, agentId: string, moving: readonly MovingDocument[]): Promise<void> {
  if (moving.every(({ state }) => state === 'indexing')) return
  await services.database.write((tx) => outdateAgent(tx, agentId))
  const failure = await syncAgent(services, agentId)
  if (failure) throw failure
}

async function remove({ database, voice }: Services, document: MovingDocument): Promise<void> {
  const known = document.providerDocumentId ?? (await voice.findDocument(document))
  if (known) await voice.deleteDocument(known)
  await database.write((tx) => documents.eraseDocument(tx, document.id))
}

async function followIndex(services: Services, agentId: string, document: MovingDocument): Promise<void> {
  const { clock, database, voice } = services
  const at = clock.now()
  const state = await voice.indexDocument(document.providerDocumentId ?? '')
  if (state === 'under way') return
  if (state === 'plan full') services.log.error({ agentId }, "the voice provider's plan has no room for documents")
  await database.write(async (tx) => {
    if (state === 'ready') return documents.noteReady(tx, document, false, at)
    if (state === 'plan full') return documents.noteFailed(tx, document, reasons.planFull, at)
    if (state === 'failed') return documents.noteFailed(tx, document, reasons.failed, at)
    const fits = (await documents.alwaysReadCharacters(tx, agentId)) + document.text.length <= documentLimits.alwaysRead
    if (!fits) return documents.noteFailed(tx, document, reasons.alwaysRead, at)
    await documents.noteReady(tx, document, true, at)
    await outdateAgent(tx, agentId)
  })
  if (state === 'too small') await syncAgent(services, agentId)
}

/** Notes why the provider refused a document for good; anything that may pass is repeated. */
async function noteRefusal(services: Services, document: MovingDocument, error: unknown): Promise<void> {
  if (!(error instanceof VoiceUnavailable) || error.isPassing) throw error
  services.log.warn({ err: error, documentId: document.id }, 'the voice provider refused a document')
  const reason = isUnreadPage(document) ? reasons.page : reasons.failed
  await services.database.write((tx) => documents.noteFailed(tx, document, reason, services.clock.now()))
}

/** What an agent would find in its documents for a question, without a conversation. */

const longestExcerpt = 1200

interface Passage {
  documentId: string
  title: string
  text: string
}

/** Asks for a person, 60 times an hour. Neither the question nor the passages are kept or logged. */
export async function askDocuments(
  services: Services,
  personId: string,
  agentId: string,
  question: string,
): Promise<Passage[]> {
  const { database, voice } = services
  const refusal = 'too_many_requests'
  await countAttempt(services, { key: `document-questions:${personId}`, max: 60, windowMinutes: 60, refusal })
  const agent = await findProviderAgent(database.read, agentId, wantedState(services))
  if (!agent?.elevenLabsAgentId) return []
  const found = await orRefuse(voice.findPassages(agent.elevenLabsAgentId, question), 'provider_away')
  const known = new Map((await listAttached(database.read, agentId)).map((each) => [each.providerDocumentId, each]))
  return found.flatMap(({ providerDocumentId, text }) => {
    const document = known.get(providerDocumentId)
    return document ? [{ documentId: document.id, title: document.title, text: text.slice(0, longestExcerpt) }] : []
  })
}
