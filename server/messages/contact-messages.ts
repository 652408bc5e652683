import type { RowOf } from '../kernel/serve.ts'
import type { contactMessage } from '#contract/messages/contact.ts'
import { columns, first, type LongRead, type Read, type Tx } from '../database/sql.ts'
import { requireAttempt } from '../kernel/limits.ts'
import { refuse } from '../kernel/problem.ts'
import type { Services } from '../kernel/services.ts'

/** Messages that people without an account write on /contact, and their answers (D177). */

/** How long a message is kept. */
const keptDays = 365

type ContactRow = RowOf<typeof contactMessage>

/** Counts a message against the network address's five per hour. */
export function countContact(tx: Tx, services: Pick<Services, 'clock' | 'config'>, ip: string): Promise<void> {
  const limit = { key: `contact:ip:${ip}`, max: 5, windowMinutes: 60 }
  return requireAttempt(tx, services, { ...limit, refusal: 'too_many_messages' })
}

export async function storeContact(
  tx: Tx,
  { name, email, message }: Pick<ContactRow, 'name' | 'email' | 'message'>,
  at: Date,
): Promise<void> {
  await tx`
    insert into contact_message (name, email, message, created_at) values (${name}, ${email}, ${message}, ${at})`
}

const contactColumns = columns`id, name, email, message, created_at, answer, answered_at`

/** Returns the newest first, at most 1,000. */
export function listContacts(read: LongRead): Promise<ContactRow[]> {
  return read<ContactRow>`
    select ${contactColumns} from contact_message
    order by created_at desc, id desc limit 1000`
}

/** Returns one message; null when it does not exist. */
export function findContact(read: Read, id: string): Promise<ContactRow | null> {
  return first(read<ContactRow>`select ${contactColumns} from contact_message where id = ${id}`)
}

/** Stores the answer. A message has only one, so that its sender gets one mail. */
export async function answerContact(
  tx: Tx,
  { id, answer, adminId }: { id: string; answer: string; adminId: string },
  at: Date,
): Promise<ContactRow> {
  const row = await first(tx<ContactRow>`
    update contact_message set answer = ${answer}, answered_at = ${at}, answered_by = ${adminId}
    where id = ${id} and answer is null
    returning ${contactColumns}`)
  return row ?? refuse((await findContact(tx, id)) ? 'already_answered' : 'message_not_found')
}

/** Deletes the messages written under the verified address of a person who leaves. */
export async function eraseContacts(tx: Tx, email: string | null): Promise<void> {
  await tx`delete from contact_message where email = ${email}`
}

/** Deletes messages after a year. */
export async function deleteOldContacts(tx: Tx, at: Date): Promise<void> {
  await tx`delete from contact_message where created_at < ${new Date(at.getTime() - keptDays * 24 * 60 * 60_000)}`
}
