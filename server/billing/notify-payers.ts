import type { Tx } from '../database/sql.ts'
import { findPayers } from '../identity/account-owner.ts'
import { aboutOrganization, type Mail } from '../messages/mails/write-mail.ts'
import type { Recipient } from '../messages/mails/payer.ts'
import type { Services } from './services.ts'

/** Mails everybody responsible for an account's payments. `write` returns null where there is nothing to send. */
export async function notifyPayers(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'siteUrl'>,
  accountId: string,
  write: (recipient: Recipient) => Mail | null,
): Promise<void> {
  const { emails, organizationName, organizationId } = await findPayers(tx, accountId)
  for (const to of emails) {
    const mail = write({ to, organizationName, site: services.siteUrl() })
    if (mail) await services.jobs.enqueue(tx, 'mail', aboutOrganization(mail, organizationId))
  }
}
