import type { Communication } from '#contract/messages/messages.ts'

interface Sent {
  from: string
  to?: string | null
  audience?: Communication['audience']
  subject?: string
  message?: string
  inReplyTo?: string | null
  organizationId?: number | null
  /** Minutes after now; negative for the past. */
  minutes?: number
}

type Sql = (text: string, values: unknown[]) => Promise<{ id: string }[]>

/** Adds a message as those who run the platform send it. Returns its id. */
export async function addMessage(sql: Sql, sent: Sent): Promise<string> {
  const { from, to = null, subject = 'Hello', message = 'How is it going?', inReplyTo = null, minutes = 0 } = sent
  const { organizationId = null } = sent
  const audience = sent.audience ?? (to ? 'person' : 'broadcast')
  const [row] = await sql(
    `insert into user_communication (from_user_id, to_user_id, audience, subject, message, in_reply_to, created_at,
       organization_id)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7), $8) returning id`,
    [from, to, audience, subject, message, inReplyTo, minutes, organizationId],
  )
  return row?.id ?? ''
}
