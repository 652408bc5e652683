import { isForConfirmed } from '#contract/messages/mail-kinds.ts'
import type { Read, Tx } from '../database/sql.ts'
import type * as kernel from '../kernel/services.ts'
import { isMailStopped, isStoppable, stopUrl } from '../messages/mails/mail-stops.ts'
import { type Mail, type Reader, renderMail } from '../messages/mails/write-mail.ts'

export type MailServices = Pick<kernel.Services, 'clock' | 'config' | 'jobs' | 'siteUrl'>

/**
 * Queues a mail in the transaction of what it reports, in words for its reader. Nothing is queued for a reader who has
 * stopped mails of its kind, or whose address is not confirmed where the kind needs that (D193).
 */
export async function queueMail(tx: Tx, services: MailServices, mail: Mail): Promise<void> {
  const { jobs } = services
  const address = mail.to.toLowerCase()
  const reader = await findReader(tx, address)
  if (isForConfirmed(mail.kind) && !reader.isConfirmed) return
  if (!isStoppable(mail.kind)) return jobs.enqueue(tx, 'mail', renderMail(mail, reader, null))
  const stop = { kind: mail.kind, address }
  if (await isMailStopped(tx, stop)) return
  return jobs.enqueue(tx, 'mail', renderMail(mail, reader, stopUrl(services, stop)))
}

async function findReader(read: Read, address: string): Promise<Reader> {
  const [row] = await read<Reader>`
    select email_verified as is_confirmed, time_zone from users where lower(email) = ${address}`
  return row ?? { isConfirmed: false, timeZone: null }
}
