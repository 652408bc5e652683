import { ApiError } from './api-error.ts'
import { closeToast, showToast } from '#web/kit/dialogs/toast.ts'

/** A toast of the error catalogue: its title, and its text when the server has none of its own. */
export interface Failure {
  title: string
  text: string
  /** Where the text blames what was typed: the words for when nobody has judged it, because there is no connection. */
  unreachable?: string
}

/** Shows a failure with what the server says to people, else with its stated text (D163). */
export function showFailure({ title, text, unreachable = text }: Failure, error?: unknown): void {
  const isUnreachable = error !== undefined && !(error instanceof ApiError)
  const description = serverMessage(error) ?? (isUnreachable ? unreachable : text)
  showToast({ title, description, tone: 'danger' })
}

/** Takes a failure's toast away once the same thing has worked. */
export function withdrawFailure({ title }: Failure): void {
  closeToast(title)
}

/** What the server meant people to read; an unexpected fault of the server has nothing to say (D163, S286). */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status === 500) return undefined
  return error.problem?.message || undefined
}
