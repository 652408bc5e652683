import type { TranscriptLine } from '#contract/conversations/voice.ts'
import { keepIfWanted } from '../transcripts.ts'
import type { OpenedConversation } from '../voice-sessions.ts'
import type { GatewayServices } from './services.ts'

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
