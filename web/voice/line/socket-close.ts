/** What the closing of a socket means. */
import { earlyCloseMs } from '../constants.ts'
import type { Problem } from '../problems.ts'

export interface ClosedSocket {
  /** Whether it was ever open. */
  opened: boolean
  code: number
  reason: string
}

/** Our own code for a stalled or silent socket: not 1000, which would look like the user's choice. */
export const stalledCode = 4000

/** No close frame arrived: the connection was lost. */
const droppedCode = 1006

/** The provider's code for too many conversations at once. */
const tooManyCode = 3008

/** Returns whether a close is normal; 1000 and 1001 are no errors (S166). */
export function isNormalClose({ code }: ClosedSocket): boolean {
  return code === 1000 || code === 1001
}

/**
 * Returns whether the provider refused the call: it closed within 2 s of its metadata, which is no network failure
 * (D88).
 */
export function isRefusal({ code }: ClosedSocket, sinceMetadataMs: number | null): boolean {
  return sinceMetadataMs !== null && sinceMetadataMs < earlyCloseMs && code !== droppedCode && code !== stalledCode
}

/** Returns the problem of a close before the conversation was connected, or of a refusal (S266, D88). */
export function closedProblem({ opened, code, reason }: ClosedSocket, providerError?: string): Problem {
  if (!opened) return { kind: 'connection_error' }
  const message = providerError || reason
  return { kind: code === tooManyCode ? 'busy' : 'connection_failed', ...(message && { message }) }
}
