import { type Mail, writeMail } from './write-mail.ts'

/** Mails about signing up and signing in. */

export function resetMail(to: string, url: string): Mail {
  return writeMail('reset', to, {
    subject: 'Reset your password',
    paragraphs: [
      'Someone, hopefully you, asked to reset the password of the Luna account with this address.',
      'The link works once, within one hour. If it was not you, you can ignore this email. Your password will not change.',
    ],
    actions: [{ label: 'Choose a new password', url }],
  })
}

export function passwordChangedMail(to: string): Mail {
  return writeMail('password_changed', to, {
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed, and your other devices were signed out.',
      'If it was not you, request a new password on the sign-in page right away.',
    ],
  })
}

/** The first mail to a person names nobody, because anybody can type any address and name (D193). */
export function verificationMail(to: string, url: string): Mail {
  return writeMail('verification', to, {
    subject: 'Confirm your email address',
    paragraphs: [
      'Welcome to Luna.',
      'Please confirm that this address is yours. The link works for 24 hours. You can already buy minutes and talk to agents.',
    ],
    actions: [{ label: 'Confirm address', url }],
  })
}

export function alreadyRegisteredMail(to: string, url: string): Mail {
  return writeMail('already_registered', to, {
    subject: 'You already have an account',
    paragraphs: [
      'Someone tried to create a Luna account with this address, but you already have one.',
      'If it was you, just sign in. If you forgot your password, you can reset it on the sign-in page. If it was not you, you can ignore this email.',
    ],
    actions: [{ label: 'Sign in', url }],
  })
}

export function newDeviceMail(to: string, when: Date, url: string): Mail {
  return writeMail('new_device', to, (say) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      `Someone signed in to your Luna account from a new browser on ${say.time(when)}.`,
      'If it was you, you do not need to do anything. If it was not you, choose a new password now.',
    ],
    actions: [{ label: 'Choose a new password', url }],
  }))
}
