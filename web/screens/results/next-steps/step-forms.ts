import * as z from 'zod/mini'
import { addNextStep, changeNextStep, dueDay, longestTitle } from '#contract/results/next-steps.ts'
import { requiredLine } from '#contract/required-text.ts'
import { bodyOf } from '#web/client/api.ts'

/** A date field, which is an empty text without a day. */
const dueOn = z.union([
  z.pipe(
    z.literal(''),
    z.transform(() => null),
  ),
  dueDay,
])

/** The title, named as its field is. */
const title = requiredLine('Next step', longestTitle)

/** The fields of a new step. */
export const newStepForm = z.extend(bodyOf(addNextStep), { title, dueOn })

/** The fields of an existing step. */
export const stepForm = z.extend(bodyOf(changeNextStep), { title, dueOn })
