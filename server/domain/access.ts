import type { Person } from './users.ts'

const graceMs = 7 * 24 * 60 * 60_000

/** End of the seven days in which a failed renewal keeps access; null when nothing is overdue (D7). */
export function graceEndsAt(person: Pick<Person, 'subscriptionStatus' | 'pastDueSince'>): Date | null {
  if (person.subscriptionStatus !== 'past_due' || !person.pastDueSince) return null
  return new Date(person.pastDueSince.getTime() + graceMs)
}

/** Access: platform admin, or own subscription active, trialing, or past_due in its seven days (D7, D8, D10). */
export function hasAccess(person: Person, at: Date): boolean {
  if (person.role === 'admin') return true
  if (person.subscriptionStatus === 'active' || person.subscriptionStatus === 'trialing') return true
  const grace = graceEndsAt(person)
  return grace !== null && at < grace
}
