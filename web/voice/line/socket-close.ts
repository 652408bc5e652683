/** What the end of a socket means. */
import { earlyCloseMs } from '../constants.ts'
import type { Problem } from '../problems.ts'

export interface ClosedSocket {
  /** Whether it ever was open. */
  opened: boolean
  code: number
  reason: string
}

/** Our own code for a stalled or silent socket: not 1000, which would read as the person's choice. */
export const stalledCode = 4000

/** No close frame came: the line went. */
const droppedCode = 1006

/** The provider's code for too many conversations at once. */
const tooManyCode = 3008

/** 1000 and 1001 are no errors (S166). */
export function isNormalClose({ code }: ClosedSocket): boolean {
  return code === 1000 || code === 1001
}

/** A close by the other side within 2 s of the metadata refuses the call, it is no drop of the network (D88). */
export function isRefusal({ code }: ClosedSocket, sinceMetadataMs: number | null): boolean {
  return sinceMetadataMs !== null && sinceMetadataMs < earlyCloseMs && code !== droppedCode && code !== stalledCode
}

/** The problem of a close before the conversation was on, or of a refusal (S266, D88). */
export function closedProblem({ opened, code, reason }: ClosedSocket, providerError?: string): Problem {
  if (!opened) return { kind: 'connection_error' }
  const message = providerError || reason
  return { kind: code === tooManyCode ? 'busy' : 'connection_failed', ...(message && { message }) }
}
