import { type Act, type Acting, recordAct } from '../../audit/acts.ts'
import { correctBalance } from '../../billing/refunds/corrections.ts'
import type { MailServices } from '../../identity/queue-mail.ts'
import type { Read, Tx } from '../../database/sql.ts'
import { refuse } from '../../kernel/problem.ts'
import { lockAccount } from '../../ledger/ledger.ts'
import { addNote, deleteNote, listCustomerNotes, type NotedCustomer } from '../../messages/customer-notes.ts'

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

/** Notes of the team about a customer. The record keeps that there was one, never its text. */

/** Returns the notes about a customer, newest first, as one reader sees them. */
export async function readNotes(read: Read, whom: NotedCustomer, readerId: string) {
  const rows = await listCustomerNotes(read, whom)
  return rows.map(({ authorId, ...note }) => ({ ...note, isOwn: authorId === readerId }))
}

/** Adds a note and returns it. */
export async function keepNote(tx: Tx, by: Acting, whom: NotedCustomer, text: string) {
  const { userId, organizationId } = whom
  const id = await addNote(tx, { userId, organizationId, text, authorId: by.adminId, at: by.at })
  await recordAct(tx, by, { action: 'note.add', target: targetOf(whom) })
  const note = (await readNotes(tx, whom, by.adminId)).find((one) => one.id === id)
  if (!note) throw new Error(`Note ${id} is gone`)
  return note
}

/** Deletes a note that the admin wrote. */
export async function deleteOwnNote(tx: Tx, by: Acting, id: string): Promise<void> {
  const whom = (await deleteNote(tx, id, by.adminId)) ?? refuse('note_not_found')
  await recordAct(tx, by, { action: 'note.delete', target: targetOf(whom) })
}

function targetOf({ userId, organizationId }: NotedCustomer): Act['target'] {
  return userId === null ? { kind: 'organization', id: organizationId ?? 0 } : { kind: 'user', id: userId }
}
