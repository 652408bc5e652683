import { minutesToMs, msToMinutes } from '#contract/amounts.ts'
import { type MailServices, queueMail } from '../../identity/queue-mail.ts'
import type { Tx } from '../../database/sql.ts'
import { type Act, type Acting, recordAct } from '../../audit/acts.ts'
import { findPayers } from '../../identity/account-owner.ts'
import { listOwnerAddresses } from '../../identity/admins.ts'
import { findPerson } from '../../identity/users.ts'
import { type ProblemDetails, refuse } from '../../kernel/problem.ts'
import { adjustBalance, lockAccount, readBalance } from '../../ledger/ledger.ts'
import { largeCreditMail } from '../../messages/mails/staff.ts'
import { refuseGift, sumCredited, worthOfMinutes } from './limits.ts'
import { readSecondPersonAbove } from './second-person.ts'

export interface Correction {
  accountId: string
  /** The account's person; null for a pool. */
  userId: string | null
  target: Act['target']
  /** Positive when given, negative when taken. */
  minutes: number
  reason: string
  /** Sent twice with the same key, a correction is made once. */
  key: string
}

/**
 * Corrects a balance for a reason, never below 0 (D153), never one's own, and as support only up to a limit. Owners are
 * notified of large credits. Returns the new balance in ms.
 */
export async function correctBalance(
  tx: Tx,
  services: MailServices,
  by: Acting,
  correction: Correction,
  refusal: ProblemDetails = {},
): Promise<number> {
  const { accountId, userId, target, minutes, reason, key } = correction
  await lockAccount(tx, accountId)
  await refuseGift(tx, by, { accountId, cents: worthOfMinutes(minutesToMs(minutes)), key }, refusal)
  const result = await adjustBalance(tx, { accountId, userId, key, ms: minutesToMs(minutes), at: by.at })
  if (result === 'balance_too_low' || result === 'key_used') refuse(result, refusal)
  const balanceMs = await readBalance(tx, accountId)
  if (result === 'known') return balanceMs
  const after = msToMinutes(balanceMs)
  const [before, now] = [
    { minutes: msToMinutes(balanceMs - minutesToMs(minutes)) },
    { minutes: after, change: minutes },
  ]
  if (minutes > 0) await notifyOwners(tx, services, by, correction)
  await recordAct(tx, by, { action: 'credits.adjust', target, before, after: now, reason })
  return balanceMs
}

/**
 * Notifies all owners of minutes that are worth more than a refund may be without a second person, counted with what
 * staff credited to the account within 24 hours.
 */
async function notifyOwners(
  tx: Tx,
  services: MailServices,
  by: Acting,
  { accountId, minutes, reason }: Correction,
): Promise<void> {
  const worthCents = await sumCredited(tx, { accountId, at: by.at })
  if (worthCents <= (await readSecondPersonAbove(tx, by.at)) * 100) return
  const [giver, { organizationName, emails }] = [await findPerson(tx, by.adminId), await findPayers(tx, accountId)]
  const credit = {
    by: giver?.email ?? by.adminId,
    whom: organizationName ?? emails.join(', '),
    minutes,
    worthCents,
    reason,
  }
  for (const to of await listOwnerAddresses(tx)) await queueMail(tx, services, largeCreditMail(to, credit))
}
