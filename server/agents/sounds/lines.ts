import { createHash } from 'node:crypto'

/** What of an agent is read aloud, and by which voice (D175). */

/** About 15 seconds of speech. */
const longestCharacters = 220

/** What the sounds of an agent are made of. */
export interface Script {
  firstMessage: string
  sampleConversation: readonly { question: string; answer: string }[]
  /** Our voices, and the provider's; null when none can be used. */
  voice: ScriptVoice | null
  /** Asks the questions; null when no other voice can be used. */
  askingVoice: ScriptVoice | null
}

interface ScriptVoice {
  id: string
  providerVoiceId: string
}

/** One line that is read aloud. */
export interface SpokenLine {
  /** `greeting`, `question-0`, `answer-0`, `question-1` … */
  line: string
  text: string
  voice: ScriptVoice
  /** The same for the same voice, model, format and text. */
  hash: string
}

/** Returns the lines of an agent in the order in which they are made; empty while no voice can be used. */
export function linesOf(
  { firstMessage, sampleConversation, voice, askingVoice }: Script,
  madeBy: string,
): SpokenLine[] {
  const given = [
    { line: 'greeting', text: firstMessage, voice },
    ...sampleConversation.flatMap(({ question, answer }, place) => [
      { line: `question-${place}`, text: question, voice: askingVoice },
      { line: `answer-${place}`, text: answer, voice },
    ]),
  ]
  return given.flatMap(({ line, text: whole, voice: speaker }) => {
    const text = spokenPart(whole)
    if (!speaker || !/[\p{L}\p{N}]/u.test(text)) return []
    return [{ line, text, voice: speaker, hash: hashOf(speaker.providerVoiceId, madeBy, text) }]
  })
}

/** Returns whole sentences from the beginning of a text, 220 characters at most; of a longer sentence, whole words. */
export function spokenPart(text: string): string {
  const whole = text.trim()
  if (whole.length <= longestCharacters) return whole
  let part = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(whole)) {
    if ((part + segment).trimEnd().length > longestCharacters) break
    part += segment
  }
  return part.trimEnd() || whole.slice(0, longestCharacters + 1).replace(/\s+\S*$/, '')
}

function hashOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)
}
