import type { ProblemBody } from '#contract/call.ts'

/** A refusal by the server. Its message is the status, a colon, a space and the answer's text (S204, S205). */
export class ApiError extends Error {
  readonly status: number
  /** Fields of the answer, such as `sessionId` beside the usual ones; empty if the answer was not ours. */
  readonly details: Readonly<Record<string, unknown>>
  readonly problem: ProblemBody | undefined

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.details = readDetails(text)
    if (typeof this.details.message === 'string') this.problem = this.details as unknown as ProblemBody
  }

  get code(): string | undefined {
    return this.problem?.code
  }

  get field(): string | undefined {
    return this.problem?.field
  }
}

function readDetails(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Returns whether a call failed because there is no signed-in user, or no longer one. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Returns whether somebody else saved first; the form then asks which version to keep (D187). */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_meanwhile'
}
