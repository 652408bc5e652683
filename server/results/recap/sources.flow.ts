import { VoiceUnavailable } from '../../voice-provider/elevenlabs/requests.ts'
import type { GivenAnswer, SpokenLine } from '../../voice-provider/elevenlabs/results.ts'
import type { Services } from '../../voice-provider/services.ts'
import type { ReadableDocument } from './policies.ts'
import { chooseSources, type WantedSource } from './sources.ts'
import { excerptOf, momentOf } from './steps.ts'

/** What an answer was taken from, in the words of its document. */

const mostOfAll = 40

export interface Source {
  documentId: string
  title: string
  atSecond: number
  excerpt: string
}

/**
 * Returns the sources of a conversation's answers, as far as they come from the given documents: the passages that the
 * agent says it used, or else the two nearest. A passage that is gone is left out.
 *
 * @throws VoiceUnavailable when the provider does not answer
 */
export async function findSources(
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
