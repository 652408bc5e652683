import { type MailKind, mailKinds } from '#contract/messages/mail-kinds.ts'
import type { Read, Tx } from '../database/sql.ts'
import { isJobStored } from '../database/jobs.ts'
import type { JobData } from '../database/queues.ts'

/** The log of sent mail, never with words or links; the only writer of its table. */

const keptMs = 180 * 24 * 60 * 60_000

/**
 * Notes how a mail fared in its job; a later try of the same job replaces what an earlier one noted. A mail that was on
 * its way while its person was erased is not noted: the erasure waits for the lock on the person, or has removed the job.
 */
export async function noteSentMail(
  tx: Tx,
  mail: JobData['mail'],
  { id, outcome, at }: { id: string; outcome: 'delivered' | 'failed'; at: Date },
): Promise<void> {
  const { kind, subject, organizationId, about } = mail.log ?? {
    kind: 'other',
    subject: '',
    organizationId: null,
    about: [],
  }
  const to = mail.to.toLowerCase()
  const [owner] = await tx<{ id: string }>`select id from users where lower(email) = ${to} for share`
  if (!(await isJobStored(tx, 'mail', id))) return
  await tx`
    insert into sent_mail (id, kind, to_address, user_id, organization_id, subject, about, outcome, at)
    values (${id}, ${kind}, ${to}, ${owner?.id ?? null}, ${organizationId}, ${subject}, ${about}, ${outcome}, ${at})
    on conflict (id) do update set outcome = excluded.outcome, at = excluded.at`
}

export interface SentMail {
  id: string
  kind: MailKind
  to: string
  userId: string | null
  organizationId: number | null
  subject: string
  about: string[]
  outcome: 'delivered' | 'failed'
  at: Date
}

type StoredMail = Omit<SentMail, 'kind' | 'to'> & { kind: string; toAddress: string }

/** Returns these mails, in no order. */
export async function listSentMails(read: Read, ids: string[]): Promise<SentMail[]> {
  const rows = await read<StoredMail>`
    select id, kind, to_address, user_id, organization_id, subject, about, outcome, at from sent_mail
    where id = any(${ids})`
  return rows.map(({ kind, toAddress, ...row }) => ({ ...row, kind: knownKind(kind), to: toAddress }))
}

/** A later release may have stored a kind that this one does not know. */
function knownKind(kind: string): MailKind {
  return mailKinds.find((known) => known === kind) ?? 'other'
}

export async function deleteOldMails(tx: Tx, at: Date): Promise<void> {
  await tx`delete from sent_mail where at < ${new Date(at.getTime() - keptMs)}`
}

/** Removes what was mailed to a person and to their addresses. */
export async function eraseSentMails(tx: Tx, userId: string, addresses: readonly string[]): Promise<void> {
  await tx`delete from sent_mail where user_id = ${userId} or to_address = any(${addresses})`
}
