import * as z from 'zod/mini'
import { too_many_attempts } from '../refusals.ts'

/** The code that a person enters: six digits from the app, or a recovery code (D27). */
export const codeField = z
  .string({ error: 'Please enter the code' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Please enter the code' }),
    z.maxLength(40, { error: 'This code is wrong or has already been used. Please try another one.' }),
  )

/** The refusals of every call that takes a code. */
export const codeErrors = {
  wrong_code: [400, 'This code is wrong or has already been used. Please try another one.'],
  too_many_attempts,
} as const
