import type { VoiceSession } from '#contract/conversations/voice.ts'

/** What the list of sessions shows, as its address says it. */
export interface SessionFilters {
  /** Id of an agent; null for all. */
  agentId: string | null
  /** Days back from now; null for all of the time. */
  days: number | null
  /** Only those whose text is kept. */
  isKept: boolean
}

export const periodOptions = [
  { value: 'any', label: 'Any time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const

/** Reads the filters from an address; what it does not know counts as not given. */
export function readSessionFilters(search: URLSearchParams): SessionFilters {
  const days = periodOptions.find(({ value }) => value !== 'any' && value === search.get('days'))?.value
  return {
    agentId: search.get('agent'),
    days: days === undefined ? null : Number(days),
    isKept: search.get('kept') === '1',
  }
}

/** The agents of some sessions by name, each once. */
export function agentsOf(sessions: readonly VoiceSession[]): { id: string; name: string }[] {
  const names = new Map(sessions.map(({ agentId, agentName }) => [agentId, agentName]))
  return [...names].map(([id, name]) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Sessions that fit, the newest first; with words those of an agent of that name or whose kept text was `found`. */
export function findSessions(
  sessions: readonly VoiceSession[],
  { agentId, days, isKept }: SessionFilters,
  words: string,
  found: ReadonlySet<string>,
  nowMs: number,
): VoiceSession[] {
  const wanted = words.trim().toLowerCase()
  const sinceMs = days === null ? -Infinity : nowMs - days * 24 * 60 * 60_000
  return newestFirst(sessions).filter(
    (session) =>
      (agentId === null || session.agentId === agentId) &&
      Date.parse(session.startedAt) >= sinceMs &&
      (!isKept || session.hasTranscript) &&
      (session.agentName.toLowerCase().includes(wanted) || found.has(session.id)),
  )
}

/** Calls that were not charged are no conversations: they are listed apart and counted nowhere (D189). */
export function splitCharged(sessions: readonly VoiceSession[]): { talks: VoiceSession[]; free: VoiceSession[] } {
  const isTalk = ({ status, secondsCharged }: VoiceSession) => status === 'active' || secondsCharged > 0
  return { talks: sessions.filter(isTalk), free: sessions.filter((session) => !isTalk(session)) }
}

/** Sessions by their start, the newest first. */
export function newestFirst(sessions: readonly VoiceSession[]): VoiceSession[] {
  return sessions.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}
