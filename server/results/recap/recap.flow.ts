import type { RecapOfConversation } from '#contract/results/recap.ts'
import type { TranscriptLine } from '#contract/conversations/voice.ts'
import type { ConversationDetails } from '../../conversations/history.ts'
import { hasWords, requireOwnConversation } from '../../conversations/policies.ts'
import type { Services } from '../../conversations/services.ts'
import { dateIn } from '../../conversations/talk-time.ts'
import { findTranscript } from '../../conversations/transcripts.ts'
import type { Tx } from '../../database/sql.ts'
import { findTimeZone, type Person } from '../../identity/users.ts'
import { countAttempt, requireAttempt } from '../../kernel/limits.ts'
import { refuse } from '../../kernel/problem.ts'
import type { ConversationResults, GivenAnswer, SpokenLine } from '../../voice-provider/elevenlabs/results.ts'
import { orRefuse, VoiceUnavailable } from '../../voice-provider/elevenlabs/requests.ts'
import { listProposals, proposeStep } from '../next-steps/next-steps.ts'
import { listReadableDocuments, type ReadableDocument } from './policies.ts'
import * as recaps from './recaps.ts'
import {
  type FoundStep,
  isSameStep,
  readSteps,
  excerptOf,
  momentOf,
  chooseSources,
  type WantedSource,
} from './steps.ts'
import { recapMail } from '../../messages/mails/results.ts'
import { queueMail } from '../../identity/queue-mail.ts'

/** What came of a conversation: read from the voice provider, and stored only where its text is kept (D184). */

type Reader = Pick<Person, 'id' | 'staffRole'>

/** Returns the recap of a person's own conversation. The first reading enters what the analysis proposes. */
export async function readRecap(services: Services, person: Reader, sessionId: string): Promise<RecapOfConversation> {
  return recapOf(services, person, await requireOwnConversation(services.database.read, person, sessionId))
}

async function recapOf(
  services: Services,
  person: Reader,
  conversation: ConversationDetails,
): Promise<RecapOfConversation> {
  const { areWordsDeleted, connectedAt, conversationId, id, status } = conversation
  if (status === 'active') return { ...nothing, state: 'processing' }
  if (areWordsDeleted) refuse('recap_gone')
  if (!hasWords(conversation, services.clock.now()) || !connectedAt) return nothing
  const stored = await recaps.findStoredRecap(services.database.read, id)
  if (stored?.analysedAt) return compose(services, person, conversation, 'ready')
  const refusal = 'too_many_requests'
  await countAttempt(services, { key: `recap:${person.id}`, max: 240, windowMinutes: 10, refusal })
  const read = async () => {
    const results = await services.voice.readResults(conversationId)
    return results?.state === 'processing'
      ? compose(services, person, conversation, 'processing')
      : takeResults(services, person, conversation, results)
  }
  return orRefuse(read(), 'provider_away')
}

/**
 * Has a conversation analyzed again, five times in ten minutes. Title and summary change only where the person has not
 * changed them, and only new steps are proposed (D184).
 */
export async function analyseAgain(
  services: Services,
  person: Reader,
  sessionId: string,
): Promise<RecapOfConversation> {
  const conversation = await requireOwnConversation(services.database.read, person, sessionId)
  if (conversation.status === 'active') refuse('recap_not_ready')
  if (!hasWords(conversation, services.clock.now())) refuse('recap_gone')
  const refusal = 'too_many_requests'
  await countAttempt(services, { key: `analysis:${person.id}`, max: 5, windowMinutes: 10, refusal })
  try {
    const results = (await services.voice.analyseConversation(conversation.conversationId)) ?? refuse('recap_gone')
    if (results.state === 'processing') refuse('recap_not_ready')
    return await takeResults(services, person, conversation, results)
  } catch (error) {
    if (!(error instanceof VoiceUnavailable)) throw error
    // It analyzes only what is finished.
    return refuse(error.status === 400 || error.status === 409 ? 'recap_not_ready' : 'provider_away')
  }
}

/**
 * Enters what the provider found: the proposals, and if the text is kept, title, summary and sources. `results` is null
 * when the provider no longer has the conversation.
 */
async function takeResults(
  services: Services,
  person: Reader,
  conversation: ConversationDetails,
  results: ConversationResults | null,
): Promise<RecapOfConversation> {
  const { clock, database } = services
  const { id: sessionId } = conversation
  const at = clock.now()
  const own = await findLines(services, person, sessionId)
  const lines = own.length > 0 ? own : (results?.lines ?? [])
  const documents = await listReadableDocuments(database.read, person, conversation.agentId)
  const sources = await findSources(services, results?.answers ?? [], documents, lines)
  const saidOn = dateIn(await findTimeZone(database.read, person.id))(
    conversation.connectedAt ?? conversation.createdAt,
  )
  const steps = readSteps(results?.steps ?? [], lines, saidOn)
  const title = results?.title?.slice(0, 120) ?? null
  const summary = results?.summary?.slice(0, 2000) ?? null
  const isKept = await database.write(async (tx) => {
    // A test of an agent leaves nothing to do.
    if (!conversation.isTest) await proposeSteps(tx, person, conversation, steps, at)
    // What the provider does not have now may only be late.
    if (!results) return (await recaps.findStoredRecap(tx, sessionId)) !== null
    const isStored = await recaps.storeAnalysis(tx, { sessionId, title, summary, at })
    if (isStored) await recaps.storeSources(tx, sessionId, sources)
    return isStored
  })
  return compose(services, person, conversation, 'ready', isKept ? undefined : { title, summary, sources })
}

/** Proposes each step of an analysis once, unless the agent has noted the same one during the conversation. */
async function proposeSteps(
  tx: Tx,
  person: Reader,
  conversation: ConversationDetails,
  steps: readonly FoundStep[],
  at: Date,
): Promise<void> {
  const { agentId, id: sessionId, organizationId } = conversation
  for (const step of steps) {
    if (!(await recaps.noteAnalysedStep(tx, sessionId, step.title))) continue
    const earlier = await listProposals(tx, sessionId)
    if (earlier.some(({ title }) => isSameStep(title, step.title))) continue
    const about = { userId: person.id, organizationId, agentId, sessionId }
    await proposeStep(tx, { ...about, ...step, note: '', origin: 'analysis', at })
  }
}

/** Returns the words of a conversation as they are kept, or as this process remembers them. */
async function findLines(services: Services, person: Reader, sessionId: string): Promise<TranscriptLine[]> {
  const kept = await findTranscript(services.database.read, sessionId)
  if (kept) return kept.userId === person.id ? kept.lines : []
  return services.live.recall(sessionId, person.id) ?? []
}

const nothing = {
  state: 'none',
  title: null,
  summary: null,
  proposals: [],
  sources: [],
  isKept: false,
  isEdited: false,
  lines: [],
} satisfies RecapOfConversation

/** Puts a recap together from what is stored, or with `fresh` from what was just read. */
async function compose(
  services: Services,
  person: Reader,
  { agentId, id }: ConversationDetails,
  state: 'processing' | 'ready',
  fresh?: { title: string | null; summary: string | null; sources: Source[] },
): Promise<RecapOfConversation> {
  const { read } = services.database
  const [stored, proposals, lines, documents] = await Promise.all([
    recaps.findStoredRecap(read, id),
    listProposals(read, id),
    findLines(services, person, id),
    listReadableDocuments(read, person, agentId),
  ])
  const ids = documents.map((document) => document.id)
  const sources = fresh?.sources ?? (stored ? await recaps.listSources(read, id, ids) : [])
  const { summary, title } = fresh ?? stored ?? nothing
  const isEmpty = title === null && summary === null && proposals.length === 0 && sources.length === 0
  return {
    state: state === 'ready' && isEmpty ? 'none' : state,
    title,
    summary,
    proposals,
    sources: sources.map(({ atSecond, excerpt, title: of }) => ({ atSecond, title: of, excerpt })),
    isKept: stored !== null,
    isEdited: stored?.isEdited ?? false,
    lines,
  }
}

/** Mails a recap to its person's own address once that is confirmed (D193), ten times an hour. */
export async function mailRecap(services: Services, person: Person, sessionId: string): Promise<void> {
  const conversation = await requireOwnConversation(services.database.read, person, sessionId)
  const recap = await recapOf(services, person, conversation)
  if (recap.state !== 'ready') refuse(recap.state === 'none' ? 'recap_gone' : 'recap_not_ready')
  if (!person.emailVerified) refuse('email_unverified')
  const limit = { key: `recap-mail:${person.id}`, max: 10, windowMinutes: 60, refusal: 'too_many_requests' } as const
  await services.database.write(async (tx) => {
    await requireAttempt(tx, services, limit)
    const mail = recapMail(person.email, {
      ...recap,
      agentName: conversation.agentName,
      talkedAt: conversation.connectedAt ?? conversation.createdAt,
      steps: recap.proposals.filter(({ state }) => state !== 'dismissed'),
      sourceTitles: [...new Set(recap.sources.map(({ title }) => title))],
      url: recap.isKept ? `${services.siteUrl()}/dashboard/sessions/${sessionId}` : null,
    })
    await queueMail(tx, services, mail)
  })
}

/** What an answer was taken from, in the words of its document. */

const mostOfAll = 40

interface Source {
  documentId: string
  title: string
  atSecond: number
  excerpt: string
}

/**
 * Returns the sources of a conversation's answers, as far as they come from the given documents: the passages that the
 * agent says it used, or else the two nearest. A passage that is gone is left out. Throws VoiceUnavailable when the
 * provider does not answer.
 */
async function findSources(
  { voice }: Services,
  answers: readonly GivenAnswer[],
  documents: readonly ReadableDocument[],
  lines: readonly SpokenLine[],
): Promise<Source[]> {
  const passages = new Map<string, Promise<string | null>>()
  const read = ({ chunkId, document }: WantedSource<GivenAnswer>): Promise<string | null> => {
    if (chunkId === null) return Promise.resolve(document.shortText)
    const known = passages.get(chunkId) ?? orGone(voice.readPassage(document.providerDocumentId ?? '', chunkId))
    passages.set(chunkId, known)
    return known
  }
  const wanted = answers.flatMap((answer) => chooseSources(answer, documents)).slice(0, mostOfAll)
  const sources = await Promise.all(
    wanted.map(async (each) => ({
      documentId: each.document.id,
      title: each.document.title,
      atSecond: momentOf(each.answer, lines),
      excerpt: excerptOf((await read(each)) ?? '', each.answer.text),
    })),
  )
  return sources.filter(({ excerpt }) => excerpt !== '')
}

/** Returns null for a passage that its document no longer has. */
async function orGone(passage: Promise<string>): Promise<string | null> {
  try {
    return await passage
  } catch (error) {
    if (error instanceof VoiceUnavailable && error.status !== null && error.status >= 400 && error.status < 429)
      return null
    throw error
  }
}
