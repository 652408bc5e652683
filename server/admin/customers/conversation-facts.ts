import type { ConversationFacts } from '#contract/admin/conversation-facts.ts'
import { msToSeconds } from '#contract/amounts.ts'
import { freeBelowMs } from '../../conversations/voice-sessions.ts'

/** What is stored of a conversation's time and of its charge, in milliseconds. */
export interface StoredTalk {
  createdAt: Date
  connectedAt: Date | null
  endedAt: Date | null
  isTest: boolean
  usedMs: number
  freeMs: number
  /** When the line to the browser last died, and when it came back after that. */
  lineLostAt: Date | null
  lineBackAt: Date | null
  /** Null while it is live. */
  chargedMs: number | null
  /** Of the charge, what the month's minutes paid; null when that was not stored. */
  monthMs: number | null
  providerMs: number | null
  /** Given back because the provider measured less, and by the team. */
  givenBackMs: number
  creditedMs: number
  agentSpoke: boolean
  /** Null when the agent was never heard, or when that was not stored. */
  firstSoundAt: Date | null
}

/** Returns what was measured and charged, in whole seconds; `at` stands for the end of a live conversation. */
export function factsOf(talk: StoredTalk, at: Date): ConversationFacts {
  const { createdAt, connectedAt, chargedMs, monthMs, lineLostAt, lineBackAt } = talk
  const endedAt = talk.endedAt ?? at
  const charged = chargedMs === null ? null : msToSeconds(chargedMs)
  const fromMonth = charged === null || monthMs === null ? null : msToSeconds(monthMs)
  return {
    open: secondsBetween(createdAt, endedAt),
    waited: connectedAt && secondsBetween(createdAt, connectedAt),
    heardAfter: talk.firstSoundAt && secondsBetween(createdAt, talk.firstSoundAt),
    wasHeard: talk.agentSpoke || talk.firstSoundAt !== null,
    measured: msToSeconds(talk.usedMs),
    free: msToSeconds(talk.freeMs),
    lostAfter: lineLostAt && secondsBetween(createdAt, lineLostAt),
    backAfter: lineBackAt && secondsBetween(createdAt, lineBackAt),
    charged,
    fromMonth,
    fromPurchased: charged === null || fromMonth === null ? null : charged - fromMonth,
    provider: talk.providerMs === null ? null : msToSeconds(talk.providerMs),
    givenBack: msToSeconds(talk.givenBackMs),
    credited: msToSeconds(talk.creditedMs),
    freeReason: charged === 0 ? freeReasonOf(talk) : null,
  }
}

/** A wall clock that was set back makes nothing shorter than 0. */
function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, msToSeconds(to.getTime() - from.getTime()))
}

/** Returns why nothing was charged, in the order in which the settlement decides it (D71). */
function freeReasonOf({ isTest, connectedAt, agentSpoke, usedMs }: StoredTalk): ConversationFacts['freeReason'] {
  if (isTest) return 'test'
  if (connectedAt === null) return 'not_started'
  if (!agentSpoke) return 'silent'
  return usedMs < freeBelowMs ? 'short' : null
}
