import { type Act, type Acting, recordAct } from '../../audit/acts.ts'
import type { Read, Tx } from '../../database/sql.ts'
import { refuse } from '../../kernel/problem.ts'
import { addNote, deleteNote, listCustomerNotes, type NotedCustomer } from '../../messages/customer-notes.ts'

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
