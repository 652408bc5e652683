import { answerDays } from '#contract/results/hours-saved-rules.ts'
import type { ConversationDetails } from '../../conversations/history.ts'
import { dayMs } from '../../conversations/talk-time.ts'

/** Which conversations their person is asked about; `findOwnConversation` says whose they are. */

type Asked = Pick<ConversationDetails, 'isTest' | 'status' | 'chargedMs' | 'endedAt'>

/**
 * Returns until when a person may say what a conversation saved them: some days after its end; null for one that runs,
 * cost nothing (D189) or is a test (D56).
 */
export function answerableUntil({ isTest, status, chargedMs, endedAt }: Asked): Date | null {
  if (isTest || status === 'active' || chargedMs === 0 || !endedAt) return null
  return new Date(endedAt.getTime() + answerDays * dayMs)
}

/** Returns why a person may not answer now; null when they may. */
export function refuseAnswer(conversation: Asked, at: Date): 'answer_not_asked' | 'answer_too_late' | null {
  const until = answerableUntil(conversation)
  if (!until) return 'answer_not_asked'
  return at > until ? 'answer_too_late' : null
}
