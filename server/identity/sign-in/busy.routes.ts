import { PasswordQueueFull } from './password-hash.ts'
import type { Problem } from '../../kernel/problem.ts'

/** When to try again while too many passwords are being checked. */
export const soon = { retryAfterSeconds: 3 }

/** Runs work that checks passwords. Throws the call's own refusal while too many wait. */
export async function orBusy<T>(work: Promise<T>, busy: () => Problem): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PasswordQueueFull) throw busy()
    throw error
  }
}
