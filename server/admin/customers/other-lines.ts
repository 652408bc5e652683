import { isResendable } from '#contract/messages/mail-kinds.ts'
import type { securityEvents } from '#contract/admin/timeline.ts'
import type { AdminAct } from '#contract/audit/acts.ts'
import type { Read } from '../../database/sql.ts'
import { nameBrowser } from '../../identity/browser-name.ts'
import { listSentMails } from '../../messages/sent-mails.ts'
import type { Line } from './line.ts'
import type { TimelineOwner } from './timeline.ts'

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
