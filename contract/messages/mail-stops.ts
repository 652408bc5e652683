import * as z from 'zod/mini'
import { call } from '../call.ts'
import { stoppableKinds } from './mail-kinds.ts'

/** Stopping mails of one kind with the link in each of them, without signing in (D193). */

const token = z.string().check(z.maxLength(700))
const invalid_token = [400, 'This link is invalid or has expired. Please use the one in your latest email.'] as const

const answer = z.object({ kind: z.enum(stoppableKinds), isStopped: z.boolean() })

export const mailStop = call('GET /api/mail-stop', {
  who: 'anyone',
  summary: 'Returns which mails the link of a mail stops, and whether they are stopped already; it changes nothing.',
  query: z.object({ token }),
  answer,
  errors: { invalid_token },
})

export const stopMails = call('POST /api/mail-stop', {
  who: 'anyone',
  summary: 'Stops mails of one kind to an address, or sends them again, with the token of a mail.',
  failed: ['Error', 'Failed to change your emails. Please try again.'],
  body: z.object({ token, isStopped: z.boolean() }),
  answer,
  errors: { invalid_token },
})

/** The path of the page, to which mail programs also post when their own button is used (RFC 8058). */
export const mailStopPath = '/mails/stop'
