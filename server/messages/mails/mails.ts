import type { JobData } from '../../database/jobs.ts'

/** Mails about accounts and sign-in: data in, subject and both bodies out. Those about money: billing-mails.ts. */

type Mail = JobData['mail']

/** What a mail says; each paragraph is plain text, each action a link of its own. */
export interface Letter {
  to: string
  subject: string
  paragraphs: string[]
  actions?: { label: string; url: string }[]
}

export function resetMail(to: string, url: string): Mail {
  return writeLetter({
    to,
    subject: 'Reset your password',
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for this address.',
      'The link works once and for one hour. If it was not you, nothing needs to be done: your password stays as it is.',
    ],
    actions: [{ label: 'Choose a new password', url }],
  })
}

export function passwordChangedMail(to: string): Mail {
  return writeLetter({
    to,
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed and every sign-in on your other devices was ended.',
      'If it was not you, ask for a new password on the sign-in page at once.',
    ],
  })
}

export function verificationMail(to: string, firstName: string, url: string): Mail {
  return writeLetter({
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
  return writeLetter({
    to,
    subject: 'You already have an account',
    paragraphs: [
      'Somebody tried to use this address for a Luna account, but you already have one.',
      'If it was you, just sign in. If you forgot your password, the sign-in page helps. If it was not you, nothing needs to be done.',
    ],
    actions: [{ label: 'Sign in', url }],
  })
}

export function newDeviceMail(to: string, when: Date, url: string): Mail {
  const time = when.toISOString().replace('T', ' ').slice(0, 16)
  return writeLetter({
    to,
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your account was used from a browser we had not seen before, on ${time} UTC.`,
      'If it was you, nothing needs to be done. If not, choose a new password now.',
    ],
    actions: [{ label: 'Choose a new password', url }],
  })
}

/** Writes a letter as plain text and as a page. */
export function writeLetter(letter: Letter): Mail {
  const { actions = [], paragraphs } = letter
  const text = [...paragraphs, ...actions.map(({ label, url }) => `${label}: ${url}`), 'Luna'].join('\n\n')
  const html = [
    '<!doctype html><html lang="en"><body style="margin:0;padding:32px 16px;background:#faf9fc;color:#1a1726;font:16px/24px sans-serif">',
    '<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:10px">',
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(letter.subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    ...actions.map(
      ({ label, url }) =>
        `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#7c3aed;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>`,
    ),
    '<p style="margin:24px 0 0;color:#5d586e;font-size:13px">Luna</p></div></body></html>',
  ].join('\n')
  return { to: letter.to, subject: letter.subject, text, html }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
