import type { SessionEnded } from '#contract/conversations/voice-socket.ts'

/** The seeds' failures that a page turns into a toast or a notice (S261-S268, D68, D73, D76, D88, D89). */
export type ProblemKind =
  | 'not_enough_credits'
  /** The member's monthly limit leaves too little (D131). */
  | 'budget_reached'
  | 'connection_failed'
  | 'busy'
  | 'microphone_denied'
  | 'microphone_error'
  | 'connection_lost'
  | 'connection_error'
  | 'session_active'
  | 'consent_required'
  | 'subscription_required'
  /** The user's organization gives no access: it has ended, or is not paid yet (D129, D130). */
  | 'organization_inactive'
  | 'agent_paused'
  | 'agent_unavailable'
  | 'too_many_short_sessions'
  | 'end_failed'
  | 'unauthorized'

/** A problem; every occurrence is a new object, so that an effect shows one toast each. */
export interface Problem {
  kind: ProblemKind
  /** The server's message for people; without it the stated default applies. */
  message?: string
  /** With `session_active`: the conversation running elsewhere (D74). */
  sessionId?: string
}

/** What the injected calls throw; anything else counts as a network failure. */
export interface ApiErrorShape {
  status: number
  code?: string
  message?: string
  /** The other conversation, in a 409 session_active. */
  sessionId?: string
  body?: { sessionId?: string }
}

const kindsByCode: Partial<Record<string, ProblemKind>> = {
  insufficient_credits: 'not_enough_credits',
  budget_reached: 'budget_reached',
  consent_required: 'consent_required',
  subscription_required: 'subscription_required',
  organization_inactive: 'organization_inactive',
  agent_paused: 'agent_paused',
  agent_not_found: 'agent_unavailable',
  agent_locked: 'agent_unavailable',
  session_active: 'session_active',
  too_many_short_sessions: 'too_many_short_sessions',
  voice_busy: 'busy',
}

/** Returns the problem of a failed POST /api/sessions (D68). */
export function startProblem(error: unknown): Problem {
  if (!isApiError(error)) return { kind: 'connection_failed' }
  const kind = startProblemKind(error)
  // The text of a server error says less than the stated default.
  const problem: Problem = error.status < 500 && error.message ? { kind, message: error.message } : { kind }
  const sessionId = error.sessionId ?? error.body?.sessionId
  return kind === 'session_active' && sessionId ? { ...problem, sessionId } : problem
}

function startProblemKind({ status, code, message }: ApiErrorShape): ProblemKind {
  if (status === 401) return 'unauthorized'
  const known = code === undefined ? undefined : kindsByCode[code]
  if (known) return known
  return status === 402 || message?.includes('Insufficient credits') ? 'not_enough_credits' : 'connection_failed'
}

/** Returns the problem of a failed end call (S268, D77). */
export function endProblem(error: unknown): Problem {
  return { kind: isApiError(error) && error.status === 401 ? 'unauthorized' : 'end_failed' }
}

/** Returns the problem behind getUserMedia's rejection: refused by the user, or no device, in use, broken (D88). */
export function microphoneProblem(error: unknown): Problem {
  const name = error instanceof Error ? error.name : ''
  return { kind: name === 'NotAllowedError' || name === 'SecurityError' ? 'microphone_denied' : 'microphone_error' }
}

/** Returns the problem in the gateway's last frame; null for a normal end, which shows only a recap (D73, D88). */
export function endedProblem({ reason, fault, message }: SessionEnded['session_ended_event']): Problem | null {
  const text = message ? { message } : {}
  if (reason === 'balance') return { kind: 'not_enough_credits', ...text }
  if (reason === 'budget') return { kind: 'budget_reached', ...text }
  if (reason !== 'fault') return null
  if (fault === 'refused') return { kind: 'connection_failed', ...text }
  return { kind: fault === 'busy' ? 'busy' : 'connection_lost', ...text }
}

/** Returns whether a retry can help: the network or the server failed, not the request. */
export function isPassing(error: unknown): boolean {
  return !isApiError(error) || error.status === 0 || error.status >= 500 || error.status === 429
}

function isApiError(error: unknown): error is ApiErrorShape {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
}
