import * as z from 'zod/mini'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { isoTime } from '../identity/people.ts'
import { messageLimits } from './messages.ts'
import { requiredLine, requiredText } from '../required-text.ts'

/** Texts that the team answers with again and again. */

export const savedAnswerLimits = { title: 80, count: 100 }

/** A text; `{firstName}` and `{minutes}` in it are filled in where it is inserted. */
const savedAnswer = z.object({ id: z.string(), title: z.string(), message: z.string(), updatedAt: isoTime })
export type SavedAnswer = z.output<typeof savedAnswer>

export const savedAnswers = call('GET /api/admin/saved-answers', {
  who: 'messages.read',
  summary: 'Lists the team’s saved answers by title.',
  answer: z.array(savedAnswer),
})

/** The words of an answer, as its form takes them. */
export const savedAnswerWords = z.object({
  title: field(requiredLine('Title', savedAnswerLimits.title), { label: 'Title' }),
  message: field(requiredText('Text', messageLimits.message), { label: 'Text', kind: 'area', rows: 8 }),
})

const title_taken = [409, 'Another saved answer has this title. Please choose a different one.'] as const
const answer_not_found = [404, 'This saved answer does not exist or was deleted.'] as const

export const createSavedAnswer = call('POST /api/admin/saved-answers', {
  who: 'messages.change',
  summary: 'Saves an answer for the team; at most 100.',
  body: savedAnswerWords,
  answer: savedAnswer,
  failed: ['Failed to save the answer', 'No changes were saved. Please try again.'],
  status: 201,
  errors: { title_taken, too_many_answers: [409, 'The team has 100 saved answers. Please delete one first.'] },
})

export const changeSavedAnswer = call('PATCH /api/admin/saved-answers/:id', {
  who: 'messages.change',
  summary: 'Changes title and text of a saved answer, only the fields that are sent (D187).',
  body: z.extend(z.partial(savedAnswerWords), { before: beforeFields }),
  answer: savedAnswer,
  failed: ['Failed to save the answer', 'No changes were saved. Please try again.'],
  errors: { answer_not_found, title_taken, changed_meanwhile },
})

export const deleteSavedAnswer = call('DELETE /api/admin/saved-answers/:id', {
  who: 'messages.change',
  summary: 'Deletes a saved answer.',
  failed: ['Failed to delete the saved answer', 'It is still there. Please try again.'],
  errors: { answer_not_found },
})

/** Returns the text with its blanks filled in; a blank without a value stays, so that it is seen before it is sent. */
export function fillAnswer(text: string, values: { firstName?: string | undefined; minutes?: string | undefined }) {
  return text
    .replaceAll('{firstName}', values.firstName || '{firstName}')
    .replaceAll('{minutes}', values.minutes || '{minutes}')
}
