import { ApiError } from './api-error.ts'
import { closeToast, showToast } from '#web/kit/dialogs/toast.ts'

/** A toast of the error catalogue: its title, and its text for when the server sends none. */
export interface Failure {
  title: string
  text: string
  /** For a text that blames the input: the text for a lost connection, when nothing has judged the input. */
  unreachable?: string
}

/** Shows a failure with the server's message, or else with its stated text (D163). */
export function showFailure({ title, text, unreachable = text }: Failure, error?: unknown): void {
  const isUnreachable = error !== undefined && !(error instanceof ApiError)
  const description = serverMessage(error) ?? (isUnreachable ? unreachable : text)
  showToast({ title, description, tone: 'danger' })
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
