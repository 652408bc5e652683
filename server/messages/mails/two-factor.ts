import { type Mail, writeMail } from './write-mail.ts'

/** Mails about two-factor sign-in (D27). */

const notYou = 'If it was not you, choose a new password now and reply to this email.'

export function twoFactorOnMail(to: string): Mail {
  return writeMail('two_factor_on', to, {
    subject: 'Two-factor sign-in is on',
    paragraphs: [
      'From now on, signing in to your Luna account also asks for a code from your authenticator app.',
      'Keep your recovery codes in a place you can reach without your phone. Each one works once.',
      notYou,
    ],
  })
}

export function twoFactorOffMail(to: string): Mail {
  return writeMail('two_factor_off', to, {
    subject: 'Two-factor sign-in is off',
    paragraphs: [
      'Signing in to your Luna account no longer asks for a code. The password alone is enough.',
      `${notYou} You can turn it on again under Profile & security.`,
    ],
  })
}

export function recoveryCodesRenewedMail(to: string): Mail {
  return writeMail('recovery_codes_renewed', to, {
    subject: 'You have new recovery codes',
    paragraphs: ['New recovery codes were created for your Luna account. The previous ones no longer work.', notYou],
  })
}

/** A recovery code was used to sign in; sent at once, with the number left. */
export function recoveryCodeUsedMail(to: string, left: number): Mail {
  return writeMail('recovery_code_used', to, {
    subject: 'A recovery code was used',
    paragraphs: [
      `Someone signed in to your Luna account with one of your recovery codes; ${left === 1 ? 'one is' : `${left} are`} left.`,
      `If it was you, you do not need to do anything. You can create new codes under Profile & security. ${notYou}`,
    ],
  })
}

/** Sent after too many wrong codes, because that person knows the password. */
export function codesFailedMail(to: string, url: string): Mail {
  return writeMail('codes_failed', to, {
    subject: 'Someone knows your password',
    paragraphs: [
      'Someone entered the right password for your Luna account, but then too many wrong codes. They could not sign in.',
      'If it was you, wait 15 minutes, then try again or use a recovery code. If it was not you, choose a new password now.',
    ],
    actions: [{ label: 'Choose a new password', url }],
  })
}
