import type { Acting } from '../../audit/acts.ts'
import { correctBalance } from '../../billing/refunds/corrections.ts'
import type { MailServices } from '../../identity/queue-mail.ts'
import type { Tx } from '../../database/sql.ts'
import { refuse } from '../../kernel/problem.ts'
import { lockAccount } from '../../ledger/ledger.ts'

/** Time that the team gives back for one conversation, once. */

interface Talk {
  accountId: string
  userId: string | null
  organizationId: number | null
  /** Null while it is live. */
  chargedMs: number | null
  /** Given back already because the provider measured less. */
  givenBackMs: number
}

/**
 * Gives seconds of a conversation back to the account that paid for it. The conversation is the key of the correction,
 * so that two colleagues, or one with two clicks, give it back once. Returns the balance in ms.
 */
export async function creditTalk(
  tx: Tx,
  services: MailServices,
  by: Acting,
  { id, seconds, reason }: { id: string; seconds: number; reason: string },
): Promise<number> {
  const [talk] = await tx<Talk>`
    select talk.account_id, account.user_id, account.organization_id, talk.charged_ms, talk.credited_ms as given_back_ms
    from voice_session as talk join account on account.id = talk.account_id
    where talk.id = ${id} for no key update of talk`
  if (!talk) refuse('conversation_not_found')
  if (talk.chargedMs === null) refuse('conversation_live')
  const { accountId, userId, organizationId } = talk
  await lockAccount(tx, accountId)
  const [known] = await tx`
    select from entry where account_id = ${accountId} and kind = 'adjustment' and ref = ${`adjustment:${id}`}`
  if (known) refuse('already_credited')
  if (seconds * 1000 > talk.chargedMs - talk.givenBackMs) refuse('too_much', { field: 'seconds' })
  const target = userId
    ? ({ kind: 'user', id: userId } as const)
    : ({ kind: 'organization', id: organizationId ?? 0 } as const)
  return correctBalance(tx, services, by, { accountId, userId, target, minutes: seconds / 60, reason, key: id })
}
