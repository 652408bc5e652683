import { type Mail, writeLetter } from './letter.ts'

/** Mails about two-factor sign-in: data in, subject and both bodies out (D27). */

const notYou = 'If it was not you, choose a new password now and answer to this mail.'

export function twoFactorOnMail(to: string): Mail {
  return writeLetter({
    to,
    subject: 'Two-factor sign-in is on',
    paragraphs: [
      'From now on, signing in to your Luna account also asks for a code of your authenticator app.',
      'Keep your recovery codes where you find them without your phone: each of them lets you in once.',
      notYou,
    ],
  })
}

export function twoFactorOffMail(to: string): Mail {
  return writeLetter({
    to,
    subject: 'Two-factor sign-in is off',
    paragraphs: [
      'Signing in to your Luna account no longer asks for a code: the password alone is enough.',
      `${notYou} You can turn it on again under Profile & security.`,
    ],
  })
}

export function recoveryCodesRenewedMail(to: string): Mail {
  return writeLetter({
    to,
    subject: 'You have new recovery codes',
    paragraphs: ['New recovery codes were made for your Luna account; the ones before no longer work.', notYou],
  })
}

/** Somebody got in without the app: told at once, with what is left. */
export function recoveryCodeUsedMail(to: string, left: number): Mail {
  return writeLetter({
    to,
    subject: 'A recovery code was used',
    paragraphs: [
      `Somebody signed in to your Luna account with one of your recovery codes; ${left === 1 ? 'one is' : `${left} are`} left.`,
      `If it was you, nothing needs to be done; new codes are made under Profile & security. ${notYou}`,
    ],
  })
}

/** Whoever fails at the code has got the password right. */
export function codesFailedMail(to: string, url: string): Mail {
  return writeLetter({
    to,
    subject: 'Somebody knows your password',
    paragraphs: [
      'Somebody entered the right password of your Luna account, and then wrong codes too many times. Nobody was let in.',
      'If it was you, wait a quarter of an hour, or use a recovery code then. If not, choose a new password now.',
    ],
    actions: [{ label: 'Choose a new password', url }],
  })
}
