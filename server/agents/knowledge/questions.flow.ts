import { countAttempt } from '../../kernel/limits.ts'
import { wantedState } from '../voices/voices.flow.ts'
import { findProviderAgent } from '../records.ts'
import { VoiceUnavailable } from '../../voice-provider/elevenlabs/requests.ts'
import type { Services } from '../../voice-provider/services.ts'
import { listAttached } from './documents.ts'

/** What an agent would find in its documents for a question, without a conversation. */

const longestExcerpt = 1200

export interface Passage {
  documentId: string
  title: string
  text: string
}

export type QuestionResult = { state: 'answered'; passages: Passage[] } | { state: 'provider_away' }

/** Asks for a person, 60 times an hour. Neither the question nor the passages are kept or logged. */
export async function askDocuments(
  services: Services,
  personId: string,
  agentId: string,
  question: string,
): Promise<QuestionResult> {
  const { database, voice } = services
  const refusal = 'too_many_requests'
  await countAttempt(services, { key: `document-questions:${personId}`, max: 60, windowMinutes: 60, refusal })
  const agent = await findProviderAgent(database.read, agentId, wantedState(services))
  if (!agent?.elevenLabsAgentId) return { state: 'answered', passages: [] }
  try {
    const found = await voice.findPassages(agent.elevenLabsAgentId, question)
    const known = new Map((await listAttached(database.read, agentId)).map((each) => [each.providerDocumentId, each]))
    const passages = found.flatMap(({ providerDocumentId, text }) => {
      const document = known.get(providerDocumentId)
      return document ? [{ documentId: document.id, title: document.title, text: text.slice(0, longestExcerpt) }] : []
    })
    return { state: 'answered', passages }
  } catch (error) {
    if (error instanceof VoiceUnavailable) return { state: 'provider_away' }
    throw error
  }
}
