import type { LineOf } from '#contract/admin/timeline.ts'
import { countText } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'

/** What a support person reads about what became of a subscription. */

type Change = LineOf<'subscription'>

/** Returns the name of a change. */
export function nameChange({ event, seats }: Change): string {
  switch (event) {
    case 'past_due':
      return 'The renewal failed'
    case 'seats_changed':
      return `Seats changed to ${countText(seats ?? 0, 'seat')}`
    case 'canceled':
      return 'Subscription canceled'
    case 'resumed':
      return 'Subscription resumed'
    case 'ended':
      return 'Subscription ended'
  }
}

/** Returns who made a change, and what follows. */
export function changeDetails({ event, monthEndsAt, by }: Change): string[] {
  if (event === 'past_due' || event === 'seats_changed') return []
  const details = [by ? nameCause(by) : 'Reported by the payment provider']
  if (monthEndsAt === null) return details
  return [...details, `${event === 'canceled' ? 'ends' : 'renews'} on ${formatDate(monthEndsAt)}`]
}

function nameCause({ who, name }: NonNullable<Change['by']>): string {
  switch (who) {
    case 'customer':
      return 'By the customer'
    case 'team':
      return `By the team, ${name}`
    case 'admin':
      return `By ${name}`
  }
}
