import type { Tx } from '../database/sql.ts'
import { findPayers } from '../identity/account-owner.ts'
import { aboutOrganization, type Mail } from '../messages/mails/write-mail.ts'
import type { Recipient } from '../messages/mails/payer.ts'
import { type MailServices, queueMail } from '../identity/queue-mail.ts'

/** Mails everybody responsible for an account's payments. `write` returns null where there is nothing to send. */
export async function notifyPayers(
  tx: Tx,
  services: MailServices,
  accountId: string,
  write: (recipient: Recipient) => Mail | null,
): Promise<void> {
  const { emails, organizationName, organizationId } = await findPayers(tx, accountId)
  for (const to of emails) {
    const mail = write({ to, organizationName, site: services.siteUrl() })
    if (mail) await queueMail(tx, services, aboutOrganization(mail, organizationId))
  }
}
