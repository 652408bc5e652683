import type { RowOf } from '../kernel/serve.ts'
import type { customerNote } from '#contract/admin/customers.ts'
import { first, type Read, type Step, type Tx } from '../database/sql.ts'

/** Notes about customers that only the team sees; the only writer of their table. */

/** Whom a note is about: a person or an organization. */
export interface NotedCustomer {
  userId: string | null
  organizationId: number | null
}

export type CustomerNoteRow = Omit<RowOf<typeof customerNote>, 'isOwn'> & { authorId: string }

/** Returns the notes about a customer, newest first. */
export function listCustomerNotes(read: Read, { userId, organizationId }: NotedCustomer): Promise<CustomerNoteRow[]> {
  return read<CustomerNoteRow>`
    select customer_note.id, text, author_id,
      coalesce(nullif(trim(author.first_name || ' ' || author.last_name), ''), author.email) as author,
      customer_note.created_at
    from customer_note join users as author on author.id = author_id
    where user_id = ${userId} or organization_id = ${organizationId}
    order by customer_note.created_at desc, customer_note.id desc limit 1000`
}

/** Adds a note. Returns its id. */
export async function addNote(
  tx: Tx,
  note: NotedCustomer & { authorId: string; text: string; at: Date },
): Promise<string> {
  const [row] = await tx<{ id: string }>`
    insert into customer_note (user_id, organization_id, author_id, text, created_at)
    values (${note.userId}, ${note.organizationId}, ${note.authorId}, ${note.text}, ${note.at}) returning id`
  if (!row) throw new Error('A note was not stored')
  return row.id
}

/** Deletes a note by its author. Returns whom it was about; null when there is no such note. */
export function deleteNote(step: Step, id: string, authorId: string): Promise<NotedCustomer | null> {
  return first(step<NotedCustomer>`
    delete from customer_note where id = ${id} and author_id = ${authorId} returning user_id, organization_id`)
}

/** Removes the notes about a person. */
export async function eraseCustomerNotes(tx: Tx, userId: string): Promise<void> {
  await tx`delete from customer_note where user_id = ${userId}`
}
