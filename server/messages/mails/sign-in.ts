import { mailTo } from './write-mail.ts'

/** Mails about signing up and signing in. */

export const resetMail = mailTo('reset', (_say, url: string) => ({
  subject: 'Reset your password',
  paragraphs: [
    'Someone, hopefully you, asked to reset the password of the Luna account with this address.',
    'The link works once, within one hour. If it was not you, you can ignore this email. Your password will not change.',
  ],
  actions: [{ label: 'Choose a new password', url }],
}))

export const passwordChangedMail = mailTo('password_changed', (_say) => ({
  subject: 'Your password was changed',
  paragraphs: [
    'Your password was changed, and your other devices were signed out.',
    'If it was not you, request a new password on the sign-in page right away.',
  ],
}))

/** The first mail to a person names nobody, because anybody can type any address and name (D193). */
export const verificationMail = mailTo('verification', (_say, url: string) => ({
  subject: 'Confirm your email address',
  paragraphs: [
    'Welcome to Luna.',
    'Please confirm that this address is yours. The link works for 24 hours. You can already buy minutes and talk to agents.',
  ],
  actions: [{ label: 'Confirm address', url }],
}))

export const alreadyRegisteredMail = mailTo('already_registered', (_say, url: string) => ({
  subject: 'You already have an account',
  paragraphs: [
    'Someone tried to create a Luna account with this address, but you already have one.',
    'If it was you, just sign in. If you forgot your password, you can reset it on the sign-in page. If it was not you, you can ignore this email.',
  ],
  actions: [{ label: 'Sign in', url }],
}))

export const newDeviceMail = mailTo('new_device', (say, when: Date, url: string) => ({
  subject: 'New sign-in to your account',
  paragraphs: [
    `Someone signed in to your Luna account from a new browser on ${say.time(when)}.`,
    'If it was you, you do not need to do anything. If it was not you, choose a new password now.',
  ],
  actions: [{ label: 'Choose a new password', url }],
}))

/** Mails about two-factor sign-in (D27). */

const notYou = 'If it was not you, choose a new password now and reply to this email.'

export const twoFactorOnMail = mailTo('two_factor_on', (_say) => ({
  subject: 'Two-factor sign-in is on',
  paragraphs: [
    'From now on, signing in to your Luna account also asks for a code from your authenticator app.',
    'Keep your recovery codes in a place you can reach without your phone. Each one works once.',
    notYou,
  ],
}))

export const twoFactorOffMail = mailTo('two_factor_off', (_say) => ({
  subject: 'Two-factor sign-in is off',
  paragraphs: [
    'Signing in to your Luna account no longer asks for a code. The password alone is enough.',
    `${notYou} You can turn it on again under Profile & security.`,
  ],
}))

export const recoveryCodesRenewedMail = mailTo('recovery_codes_renewed', (_say) => ({
  subject: 'You have new recovery codes',
  paragraphs: ['New recovery codes were created for your Luna account. The previous ones no longer work.', notYou],
}))

/** A recovery code was used to sign in; sent at once, with the number left. */
export const recoveryCodeUsedMail = mailTo('recovery_code_used', (_say, left: number) => ({
  subject: 'A recovery code was used',
  paragraphs: [
    `Someone signed in to your Luna account with one of your recovery codes; ${left === 1 ? 'one is' : `${left} are`} left.`,
    `If it was you, you do not need to do anything. You can create new codes under Profile & security. ${notYou}`,
  ],
}))

/** Sent after too many wrong codes, because that person knows the password. */
export const codesFailedMail = mailTo('codes_failed', (_say, url: string) => ({
  subject: 'Someone knows your password',
  paragraphs: [
    'Someone entered the right password for your Luna account, but then too many wrong codes. They could not sign in.',
    'If it was you, wait 15 minutes, then try again or use a recovery code. If it was not you, choose a new password now.',
  ],
  actions: [{ label: 'Choose a new password', url }],
}))
