import type { VoiceSession } from '#contract/conversations/voice.ts'
import { searchable } from '#contract/identity/typed-text.ts'

/** What the list of conversations shows, as stated in its address. */
export interface ConversationFilters {
  /** Id of an agent; null for all. */
  agentId: string | null
  /** Days back from now; null for all time. */
  days: number | null
  /** Only those with a kept transcript. */
  isKept: boolean
}

export const periodOptions = [
  { value: 'any', label: 'Any time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const

/** Reads the filters from an address and ignores what it does not know. */
export function readConversationFilters(search: URLSearchParams): ConversationFilters {
  const days = periodOptions.find(({ value }) => value !== 'any' && value === search.get('days'))?.value
  return {
    agentId: search.get('agent'),
    days: days === undefined ? null : Number(days),
    isKept: search.get('kept') === '1',
  }
}

/** Returns the agents of these conversations by name, each once. */
export function agentsOf(conversations: readonly VoiceSession[]): { id: string; name: string }[] {
  const names = new Map(conversations.map(({ agentId, agentName }) => [agentId, agentName]))
  return [...names].map(([id, name]) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name))
}

/**
 * Returns the conversations that match, newest first. Words match an agent's name or a kept transcript that was
 * `found`.
 */
export function findConversations(
  conversations: readonly VoiceSession[],
  { agentId, days, isKept }: ConversationFilters,
  words: string,
  found: ReadonlySet<string>,
  nowMs: number,
): VoiceSession[] {
  const wanted = searchable(words.trim())
  const sinceMs = days === null ? -Infinity : nowMs - days * 24 * 60 * 60_000
  return newestFirst(conversations).filter(
    (conversation) =>
      (agentId === null || conversation.agentId === agentId) &&
      Date.parse(conversation.startedAt) >= sinceMs &&
      (!isKept || conversation.hasTranscript) &&
      (searchable(conversation.agentName).includes(wanted) || found.has(conversation.id)),
  )
}

/** Splits off the calls that were not charged: they are listed apart and counted nowhere (D189). */
export function splitCharged(conversations: readonly VoiceSession[]): {
  conversations: VoiceSession[]
  free: VoiceSession[]
} {
  const isTalk = ({ status, secondsCharged }: VoiceSession) => status === 'active' || secondsCharged > 0
  return {
    conversations: conversations.filter(isTalk),
    free: conversations.filter((conversation) => !isTalk(conversation)),
  }
}

/** Returns the conversations by start time, newest first. */
export function newestFirst(conversations: readonly VoiceSession[]): VoiceSession[] {
  return conversations.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}
