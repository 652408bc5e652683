import { readableAddress } from '#contract/identity/typed-address.ts'
import { mailTo } from './write-mail.ts'

/** Mails about changes to an account. */

/** Sent to the new address; its link verifies the address and switches to it (D25). */
export const newAddressMail = mailTo('new_address', (_say, url: string) => ({
  subject: 'Confirm your new email address',
  paragraphs: [
    'Someone, hopefully you, asked to use this address for a Luna account.',
    'The link works once, within 24 hours. Until you open it, your account keeps its current address. If it was not you, you can ignore this email.',
  ],
  actions: [{ label: 'Use this address', url }],
}))

/** Sent to the current address, before anything changes (D25). */
export const addressChangeMail = mailTo('address_change', (_say, newAddress: string, url: string) => ({
  subject: 'Your email address is about to change',
  paragraphs: [
    `Someone, hopefully you, asked to use ${readableAddress(newAddress)} for your Luna account. It changes when that address is confirmed.`,
    'If it was not you, choose a new password now. That also stops the change.',
  ],
  actions: [{ label: 'Choose a new password', url }],
}))

/** Sent to the previous address (D25). */
export const addressChangedMail = mailTo('address_changed', (_say, newAddress: string) => ({
  subject: 'Your email address was changed',
  paragraphs: [
    `Your Luna account now uses ${readableAddress(newAddress)}. You can no longer sign in with this address.`,
    'If it was not you, please reply to this email right away.',
  ],
}))

/** The requested archive is ready (D28). */
export const exportMail = mailTo('export', (_say, url: string) => ({
  subject: 'Your data is ready',
  paragraphs: [
    'Your export of everything we store about you is ready. The link works for 24 hours, in a browser where you are signed in.',
    'If you did not ask for it, choose a new password right away, because someone else may be signed in to your account.',
  ],
  actions: [{ label: 'Download your data', url }],
}))

/** The person has deleted their account; they can come back until the given day (D28). */
export const accountDeletionMail = mailTo('account_deletion', (say, erasedAt: Date, site: string) => ({
  subject: 'Your account will be deleted',
  paragraphs: [
    `As you asked, we have closed your Luna account. It will be erased on ${say.day(erasedAt)}, and you will not be charged again.`,
    'To keep your account, sign in before that day. If it was not you, sign in now and choose a new password.',
  ],
  actions: [{ label: 'Keep my account', url: `${site}/login` }],
}))

/** A sign-in has undone the deletion (D28). */
export const accountKeptMail = mailTo('account_kept', (_say) => ({
  subject: 'Your account will not be deleted',
  paragraphs: [
    'You signed in, so we are keeping your Luna account.',
    'If your subscription was canceled along with it, it still ends with the paid month. You can resume it on your account page.',
  ],
}))

/** An admin has deleted the account; it can be restored until the given day (D143). */
export const accountClosedMail = mailTo('account_closed', (say, erasedAt: Date) => ({
  subject: 'Your account was closed',
  paragraphs: [
    `We have closed your Luna account. It will be erased on ${say.day(erasedAt)}, and you will not be charged again.`,
    'If you think this is a mistake, please reply to this email before that day.',
  ],
}))

/** An admin has restored the account (D143). */
export const accountRestoredMail = mailTo('account_restored', (_say, site: string) => ({
  subject: 'Your account is open again',
  paragraphs: [
    'We have reopened your Luna account, with everything that was in it.',
    'If your subscription was canceled along with it, it still ends with the paid month. You can resume it on your account page.',
  ],
  actions: [{ label: 'Sign in', url: `${site}/login` }],
}))
