import type { RowOf } from '../kernel/serve.ts'
import { savedAnswerLimits, type savedAnswers } from '#contract/messages/saved-answers.ts'
import { columns, countOf, first, firstValue, hasRows, type Read, type Tx } from '../database/sql.ts'
import { refuseChanged } from '../kernel/changed-meanwhile.ts'
import { refuse } from '../kernel/problem.ts'

/** Texts that the team answers with again and again. */

export type SavedAnswerRow = RowOf<typeof savedAnswers>

type Words = Pick<SavedAnswerRow, 'title' | 'message'>

const answerColumns = columns`id, title, message, updated_at`

export function listSavedAnswers(read: Read): Promise<SavedAnswerRow[]> {
  return read<SavedAnswerRow>`select ${answerColumns} from saved_answer order by lower(title)`
}

/** Saves an answer, unless its title is taken or the team has too many. */
export async function createSavedAnswer(
  tx: Tx,
  adminId: string,
  { title, message }: Words,
  at: Date,
): Promise<SavedAnswerRow> {
  await lockAnswers(tx)
  const count = await countOf(tx<{ count: number }>`select count(*) from saved_answer`)
  if (count >= savedAnswerLimits.count) refuse('too_many_answers')
  const row = await first(tx<SavedAnswerRow>`
    insert into saved_answer (title, message, updated_by, updated_at) values (${title}, ${message}, ${adminId}, ${at})
    on conflict (lower(title)) do nothing
    returning ${answerColumns}`)
  return row ?? refuse('title_taken', { field: 'title' })
}

/**
 * Changes the fields that are given; `began` has their values when the form was opened. Refuses when somebody else
 * changed the same since (D187).
 */
export async function changeSavedAnswer(
  tx: Tx,
  adminId: string,
  { id, began, ...words }: Partial<Words> & { id: string; began: Record<string, unknown> | undefined },
  at: Date,
): Promise<{ before: Words; row: SavedAnswerRow }> {
  await lockAnswers(tx)
  const [before] = await tx<Words>`select title, message from saved_answer where id = ${id} for update`
  if (!before) refuse('answer_not_found')
  refuseChanged(began, before, words)
  const { title = before.title, message = before.message } = words
  const isTaken = hasRows(tx`select from saved_answer where lower(title) = lower(${title}) and id <> ${id}`)
  if (await isTaken) refuse('title_taken', { field: 'title' })
  const [row] = await tx<SavedAnswerRow>`
    update saved_answer set title = ${title}, message = ${message}, updated_by = ${adminId}, updated_at = ${at}
    where id = ${id} returning ${answerColumns}`
  return { before, row: row ?? refuse('answer_not_found') }
}

/** Makes colleagues who save at once wait for each other, so that count and titles hold. */
async function lockAnswers(tx: Tx): Promise<void> {
  await tx`lock table saved_answer in share row exclusive mode`
}

/** Returns the title of what was deleted. */
export async function deleteSavedAnswer(tx: Tx, id: string): Promise<string> {
  const title = await firstValue(tx<{ title: string }>`delete from saved_answer where id = ${id} returning title`)
  return title ?? refuse('answer_not_found')
}
