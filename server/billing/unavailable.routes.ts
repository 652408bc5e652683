import { PaymentsUnavailable } from './stripe/client.ts'
import type { Problem } from '../kernel/problem.ts'

/** Turns a payment provider that cannot be reached into the refusal that the call declares. */
export async function orUnavailable<T>(work: Promise<T>, unavailable: () => Problem): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw unavailable()
    throw error
  }
}
