import type { TranscriptLine } from '#contract/conversations/voice.ts'
import type { ServerMessage } from '#contract/conversations/voice-socket.ts'
import { keepIfWanted } from '../transcripts.ts'
import type { OpenedConversation } from '../voice-sessions.ts'
import type { GatewayServices } from './services.ts'

const maxLines = 2000

/** The words of one conversation, kept only in memory (D90). */
export class TranscriptLog {
  readonly lines: TranscriptLine[] = []

  /** Records the words in a message of the provider; `atSeconds` counts from the conversation's start. */
  take(message: ServerMessage, atSeconds: number): void {
    if (message.type === 'agent_response') this.#add('agent', message.agent_response_event.agent_response, atSeconds)
    if (message.type === 'user_transcript')
      this.#add('you', message.user_transcription_event.user_transcript, atSeconds)
    if (message.type === 'agent_response_correction') {
      const correction = message.agent_response_correction_event
      const line = this.lines.findLast(
        (one) => one.speaker === 'agent' && one.text === storable(correction.original_agent_response),
      )
      if (line) this.#correct(line, correction.corrected_agent_response)
    }
  }

  addTyped(text: string, atSeconds: number): void {
    this.#add('you', text, atSeconds)
  }

  /** A line that was interrupted before its first word was never spoken. */
  #correct(line: TranscriptLine, text: unknown): void {
    // It comes from outside, and an exception here would end the whole process.
    if (typeof text !== 'string') return
    if (text.trim()) line.text = storable(text)
    else this.lines.splice(this.lines.indexOf(line), 1)
  }

  #add(speaker: TranscriptLine['speaker'], said: string, atSeconds: number): void {
    const text = storable(said)
    const last = this.lines.at(-1)
    // The provider may repeat a typed turn as what it understood.
    if (!text || (last?.speaker === speaker && last.text === text)) return
    if (this.lines.length < maxLines) this.lines.push({ speaker, text, atSeconds: Math.floor(atSeconds) })
  }
}

/** Returns a text without what the database refuses: zero characters, and halves of characters such as emoji. */
function storable(text: unknown): string {
  return typeof text === 'string' ? text.toWellFormed().replaceAll('\0', '') : ''
}

/**
 * Keeps the words of a conversation for people who keep all. Runs before the end is announced, so that a person who then
 * looks finds the text (D90).
 */
export async function keepText(
  { clock, database, log }: GatewayServices,
  { id: sessionId, userId }: OpenedConversation,
  lines: TranscriptLine[],
): Promise<void> {
  if (lines.length === 0) return
  try {
    await keepIfWanted(database.step, { sessionId, userId, lines, at: clock.now() })
  } catch (error) {
    // The recap still has the words and its Keep button.
    log.error({ err: error, sessionId }, 'a text could not be kept')
  }
}
