import { ApiError } from './api-error.ts'
import { readAgain } from './query-client.ts'
import { closeToast, showToast, type ToastTone } from '#web/kit/dialogs/toast.ts'

/** A toast of the error catalogue: its title, and its text for when the server sends none. */
export interface Failure {
  title: string
  text: string
  /** The words for a lost answer where it is safe to try again; they replace `noAnswer`. */
  unreachable?: string
  /** By default `danger`; `info` where what the person wanted has happened and only its result is late. */
  tone?: ToastTone
}

export { notReached } from '#contract/call.ts'

/** For every other write: nobody knows whether it was made. */
export const noAnswer = "We didn't get an answer. The change may have been made, so please check before you try again."

/** How long the toast offers a look. */
const lookMs = 30_000

/** Returns whether a call got no answer of ours: the connection was lost, it took too long, or a proxy gave up. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.problem === undefined && error.status >= 502 && error.status <= 504
}

/** Shows a failure with the server's message, or else with its stated text (D163). */
export function showFailure({ title, text, unreachable = text, tone = 'danger' }: Failure, error?: unknown): void {
  const isLost = error !== undefined && isUnanswered(error)
  showToast({ title, description: serverMessage(error) ?? (isLost ? unreachable : text), tone })
}

/** Shows the failure of a write. One without an answer never counts as not made: the toast offers to look. */
export function showWriteFailure(failure: Failure, error: unknown): void {
  const { title, unreachable } = failure
  if (unreachable !== undefined || !isUnanswered(error)) return showFailure(failure, error)
  const action = { label: 'Refresh', onPress: () => void readAgain() }
  showToast({ title, description: noAnswer, tone: 'danger', action, durationMs: lookMs })
}

/** Closes a failure's toast once the same action has worked. */
export function withdrawFailure({ title }: Failure): void {
  closeToast(title)
}

/** Returns the server's message for people; an unexpected server error has none (D163, S286). */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status === 500) return undefined
  return error.problem?.message || undefined
}
