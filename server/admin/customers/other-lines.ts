import { isResendable } from '#contract/messages/mail-kinds.ts'
import type { securityEvents } from '#contract/admin/timeline.ts'
import type { AdminAct } from '#contract/audit/acts.ts'
import type { Read } from '../../database/sql.ts'
import { nameBrowser } from '../../identity/browser-name.ts'
import { listSentMails } from '../../messages/sent-mails.ts'
import type { Line, LinePlace, TimelineOwner } from './timeline.ts'
import type { SubscriptionEventKind } from '#contract/billing/subscription-events.ts'

/** What happened besides talk and money: mails, messages, acts of the team, and changes of how somebody signs in. */

export async function readMails(read: Read, ids: string[]): Promise<Line<'mail'>[]> {
  const mails = await listSentMails(read, ids)
  return mails.map(({ id, at, kind, subject, to, outcome }) => {
    return { kind: 'mail', id, at, mail: kind, subject, to, outcome, canResend: isResendable(kind) }
  })
}

interface MessageRow {
  id: string
  createdAt: Date
  subject: string
  isFromCustomer: boolean
  threadId: string
}

export async function readMessages(read: Read, { userId }: TimelineOwner, ids: string[]): Promise<Line<'message'>[]> {
  const rows = await read<MessageRow>`
    select id, created_at, subject, from_user_id = ${userId} as is_from_customer, coalesce(in_reply_to, id) as thread_id
    from user_communication where id = any(${ids})`
  return rows.map(({ createdAt, ...row }) => ({ kind: 'message', at: createdAt, ...row }))
}

export async function readActs(read: Read, ids: string[]): Promise<Line<'act'>[]> {
  const rows = await read<Omit<AdminAct, 'at'> & { at: Date }>`
    select id, admin_id, admin_email, action, target_kind, target_id, target_name, before, after,
      act_names(before, after) as names, reason, request_id, at
    from admin_act_line where id = any(${ids})`
  return rows.map((row) => ({ kind: 'act', ...row }))
}

interface SecurityRow {
  id: string
  source: (typeof securityEvents)[number]
  at: Date
  userAgent: string | null
  byOperator: boolean
}

export async function readSecurity(read: Read, { userId }: TimelineOwner, ids: string[]): Promise<Line<'security'>[]> {
  const rows = await read<SecurityRow>`
    select id, source, at, user_agent, by_operator from customer_security(${userId}) where id = any(${ids})`
  return rows.map(({ source, userAgent, byOperator, ...row }) => {
    const browser = userAgent ? nameBrowser(userAgent) : null
    return { kind: 'security', ...row, event: source, browser, isByOperator: byOperator }
  })
}

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
