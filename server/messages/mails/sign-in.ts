import { type Mail, writeMail } from './write-mail.ts'

/** Mails about accounts and signing in: data in, subject and both bodies out. */

export function resetMail(to: string, url: string): Mail {
  return writeMail({
    to,
    subject: 'Reset your password',
    paragraphs: [
      'Someone, hopefully you, asked for a new password for this address.',
      'The link works once, within one hour. If it was not you, you can ignore this email, and your password will not change.',
    ],
    actions: [{ label: 'Choose a new password', url }],
  })
}

export function passwordChangedMail(to: string): Mail {
  return writeMail({
    to,
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed, and your other devices were signed out.',
      'If it was not you, request a new password on the sign-in page right away.',
    ],
  })
}

export function verificationMail(to: string, firstName: string, url: string): Mail {
  return writeMail({
    to,
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Welcome to Luna, ${firstName}.`,
      'Please confirm that this address is yours. The link works for 24 hours. You can pay and talk without it.',
    ],
    actions: [{ label: 'Confirm address', url }],
  })
}

export function alreadyRegisteredMail(to: string, url: string): Mail {
  return writeMail({
    to,
    subject: 'You already have an account',
    paragraphs: [
      'Someone tried to create a Luna account with this address, but you already have one.',
      'If it was you, just sign in. If you forgot your password, the sign-in page helps. If it was not you, you can ignore this email.',
    ],
    actions: [{ label: 'Sign in', url }],
  })
}

export function newDeviceMail(to: string, when: Date, url: string): Mail {
  const time = when.toISOString().replace('T', ' ').slice(0, 16)
  return writeMail({
    to,
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your account was used from a browser we had not seen before, on ${time} UTC.`,
      'If it was you, there is nothing to do. If not, choose a new password now.',
    ],
    actions: [{ label: 'Choose a new password', url }],
  })
}
