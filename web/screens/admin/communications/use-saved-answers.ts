import {
  changeSavedAnswer,
  createSavedAnswer,
  deleteSavedAnswer,
  savedAnswers,
} from '#contract/messages/saved-answers.ts'
import { messageFailures } from './toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'

const saving = { list: savedAnswers, failed: messageFailures.saveAnswer } as const

/** The writes of the team's saved answers. */
export function useSavedAnswers(onDone: () => void) {
  return {
    create: useAdminCall(createSavedAnswer, { ...saving, done: onDone }),
    change: useAdminCall(changeSavedAnswer, { ...saving, done: onDone }),
    remove: useAdminCall(deleteSavedAnswer, {
      list: savedAnswers,
      failed: messageFailures.deleteAnswer,
      done: onDone,
    }),
  }
}
