import { formatDuration } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** It is given back once for each conversation, so a lost answer does no harm. */
const creditAgain = 'Please try again. The time will not be given back twice.'

export const customerFailures = {
  credit: { title: 'Failed to give time back', text: creditAgain, unreachable: creditAgain },
  end: { title: 'Failed to end the conversation', text: 'It may still be live. Please try again.' },
  signOut: { title: 'Failed to sign out', text: 'Nobody was signed out. Please try again.' },
  resend: { title: 'Failed to send the email', text: 'Nothing was sent. Please try again.' },
  addNote: { title: 'Failed to add the note', text: 'The note was not saved. Please try again.' },
  endSubscription: {
    title: 'Failed to end the subscription',
    text: 'It goes on. Please try again on the customer’s page.',
  },
  deleteNote: { title: 'Failed to delete the note', text: 'The note is still there. Please try again.' },
} as const satisfies Record<string, Failure>

export const customerSuccesses = {
  signedOut: { title: 'Signed Out Everywhere', tone: 'success' },
  resent: { title: 'Email Sent', tone: 'success' },
  noteAdded: { title: 'Note Added', tone: 'success' },
  noteDeleted: { title: 'Note Deleted', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** `to` names the balance or the pool. */
export function credited(seconds: number, to: string): ToastMessage {
  return {
    title: 'Time Given Back',
    description: `${formatDuration(seconds)} went back to ${to}.`,
    tone: 'success',
  }
}

/** Returns what the end of a subscription means; `accessEndsAt` is null when it ended at once. */
export function whatEnded(accessEndsAt: string | null): string {
  const access = accessEndsAt === null ? 'Access has ended.' : `Access goes on until ${formatDate(accessEndsAt)}.`
  return `${access} Nothing more is charged.`
}

export function ended(chargedSeconds: number): ToastMessage {
  return {
    title: 'Conversation Ended',
    description: chargedSeconds > 0 ? `${formatDuration(chargedSeconds)} was charged.` : 'Nothing was charged.',
    tone: 'success',
  }
}
