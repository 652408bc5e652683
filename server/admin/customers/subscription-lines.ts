import type { SubscriptionEventKind } from '#contract/billing/subscription-events.ts'
import type { Read } from '../../database/sql.ts'
import type { Line } from './line.ts'
import type { LinePlace } from './timeline.ts'

/** What became of a subscription: a renewal that failed, other seats, and who canceled, resumed or ended it. */

interface ChangeRow {
  id: string
  kind: SubscriptionEventKind
  monthEndsAt: Date | null
  byEmail: string | null
  /** Whether it is the person whose account it is, and whether it is one of the team. */
  isOwn: boolean
  isTeam: boolean
  isErased: boolean
}

export async function readSubscriptionChanges(read: Read, places: LinePlace[]): Promise<Line<'subscription'>[]> {
  const ids = places.map(({ id }) => id)
  const [seats, changes] = await Promise.all([
    read<{ id: string; seats: number }>`select id, to_users as seats from seat_change where id = any(${ids})`,
    read<ChangeRow>`
      select change.id, change.kind, change.month_ends_at, person.email as by_email,
        coalesce(account.user_id = person.id, false) as is_own,
        account.user_id is not null or coalesce(staff_role_of(person) is not null, false) as is_team, person.erased_at is not null as is_erased
      from subscription_event as change
      join account on account.id = change.account_id
      left join users as person on person.id = change.by_user_id
      where change.id = any(${ids})`,
  ])
  const seatsOf = new Map(seats.map((change) => [change.id, change.seats]))
  const changeOf = new Map(changes.map((change) => [change.id, change]))
  return places.map(({ id, at, source }) => {
    const change = changeOf.get(id)
    const line = { kind: 'subscription', id, at, seats: seatsOf.get(id) ?? null } as const
    if (change) return { ...line, event: change.kind, monthEndsAt: change.monthEndsAt, by: causeOf(change) }
    return { ...line, event: source === 'seat_change' ? 'seats_changed' : 'past_due', monthEndsAt: null, by: null }
  })
}

function causeOf({ byEmail, isOwn, isTeam, isErased }: ChangeRow): Line<'subscription'>['by'] {
  if (byEmail === null) return null
  const who = isOwn ? 'customer' : isTeam ? 'team' : 'admin'
  return { who, name: isErased ? 'Erased person' : byEmail }
}
