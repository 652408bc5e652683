import path from 'node:path'
import { type addDocument as addCall, documentLimits } from '#contract/agents/documents.ts'
import type { BodyOf } from '../../kernel/serve.ts'
import type { Tx } from '../../database/sql.ts'
import { countAttempt, giveAttemptBack, type Limit, takeAttempt } from '../../kernel/limits.ts'
import type { Services } from '../../voice-provider/services.ts'
import { lockAgent } from '../records.ts'
import { addDocument, failInterrupted, noteRead, type NewDocument, titleOfPage } from './documents.ts'
import { orderKnowledge } from './knowledge.flow.ts'
import { type Keeper, listAloneWith } from './policies.ts'
import { refusals as general, refuse } from '../../kernel/problem.ts'
import { readInJail } from './reader/jail.ts'
import { refusals } from './reader/refusal.ts'

/** New documents: texts and pages go to the provider at once, files when they have been read. */

/** Files that wait in this process, whose memory holds them: those of everybody, and of one person. */
const mostWaiting = { all: 8, perPerson: 3 }
/** Files that take all the time that a file gets; after these, a person's files wait for the next hour. */
const slowFiles = { max: 3, windowMinutes: 60 }
/** A file is read within a minute, after those before it. */
const longestReadingMs = 15 * 60_000

export type Addition = BodyOf<typeof addCall>

export interface NewDocumentBy {
  agentId: string
  keeper: Keeper
  personId: string
  /** Records what a platform admin does, in the same transaction. */
  act: (tx: Tx, title: string) => Promise<void>
}

type Content = Pick<NewDocument, 'kind' | 'title' | 'text' | 'url'>

/** The persons whose files wait. */
const waiting: string[] = []

/** Adds a document for a person who manages the agent's documents; 60 an hour are allowed. Returns its id. */
export async function addAgentDocument(services: Services, by: NewDocumentBy, addition: Addition): Promise<string> {
  const content = contentOf(addition) ?? refuse('incomplete')
  const { file } = addition
  if (!file) return add(services, by, content)
  const { personId } = by
  const own = waiting.filter((each) => each === personId).length
  if (waiting.length >= mostWaiting.all || own >= mostWaiting.perPerson) refuse('busy_reading')
  // It takes its place before the first wait, so that files that arrive together cannot exceed the limit.
  waiting.push(personId)
  let reading: Promise<void> | null = null
  try {
    await refuseAfterSlowFiles(services, personId)
    const id = await add(services, by, content)
    reading = readFile(services, by, { id, addition })
    return id
  } finally {
    void Promise.resolve(reading).finally(() => waiting.splice(waiting.indexOf(personId), 1))
  }
}

/** Refuses another file when a person's slow files of this hour have reached their limit. */
async function refuseAfterSlowFiles(services: Services, personId: string): Promise<void> {
  const [limits, at] = [[slowLimit(personId)], services.clock.real()]
  const retryAfterSeconds = await services.database.write(async (tx) => {
    const seconds = await takeAttempt(tx, services, limits, at)
    if (seconds === null) await giveAttemptBack(tx, limits, at)
    return seconds
  })
  if (retryAfterSeconds !== null) throw general.tooMany(retryAfterSeconds)
}

function slowLimit(personId: string): Limit {
  return { key: `slow-documents:${personId}`, ...slowFiles }
}

async function add(
  services: Services,
  { act, agentId, keeper, personId }: NewDocumentBy,
  content: Content,
): Promise<string> {
  const { clock, database } = services
  const refusal = 'too_many_requests'
  await countAttempt(services, { key: `documents:${personId}`, max: 60, windowMinutes: 60, refusal })
  const document = { agentId, organizationId: keeper.organizationId, createdBy: personId, at: clock.now(), ...content }
  return database.write(async (tx) => {
    const agent = await lockAgent(tx, agentId)
    // Since the caller was let in, somebody else may have been given the agent.
    if (!agent || !(await isStillKept(tx, agentId, keeper))) refuse('agent_not_found')
    const id = (await addDocument(tx, document, documentLimits.documents)) ?? refuse('too_many_documents')
    if (content.kind !== 'file') await orderKnowledge(services, tx, agentId)
    await act(tx, content.title)
    return id
  })
}

async function isStillKept(tx: Tx, agentId: string, { organizationId }: Keeper): Promise<boolean> {
  return organizationId === null || (await listAloneWith(tx, organizationId, [agentId])).length > 0
}

/** Notes that files were not read because their process has ended. */
export async function failInterruptedReadings({ clock, database }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - longestReadingMs)
  await database.write((tx) => failInterrupted(tx, before, refusals.interrupted, clock.now()))
}

function contentOf({ file, text, title, url }: Addition): Content | null {
  if (file) return { kind: 'file', title: title ?? titleOf(file.name) }
  if (url !== undefined) return { kind: 'url', title: title ?? titleOfPage(url), url }
  return text !== undefined && title !== undefined ? { kind: 'text', title, text } : null
}

/** Reads a file while its person already sees it in the list. It takes the title that it has itself, if none was given. */
async function readFile(
  services: Services,
  { agentId, personId }: NewDocumentBy,
  { addition: { file, title }, id }: { addition: Addition; id: string },
): Promise<void> {
  const { clock, database, log } = services
  if (!file) return
  try {
    const result = await readInJail(new Uint8Array(await file.arrayBuffer()), file.name, personId)
    await database.write(async (tx) => {
      await noteRead(
        tx,
        id,
        title === undefined || 'reason' in result ? result : { ...result, title: null },
        clock.now(),
      )
      if ('text' in result) await orderKnowledge(services, tx, agentId)
      else if (result.reason === refusals.tooSlow) await takeAttempt(tx, services, [slowLimit(personId)])
    })
  } catch (error) {
    log.warn({ err: error, documentId: id }, 'a document was not read')
  }
}

/** Returns a file's name without its ending, as a title. */
function titleOf(filename: string): string {
  const name = path
    .parse(filename)
    .name.replaceAll(/[_\s]+/g, ' ')
    .trim()
  return (name || 'Document').slice(0, documentLimits.title)
}
