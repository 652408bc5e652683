import type { JobData } from '../jobs/jobs.ts'

/** Every mail of the product: data in, subject and both bodies out. */

type Mail = JobData['mail']

interface Letter {
  to: string
  subject: string
  paragraphs: string[]
  action?: { label: string; url: string }
}

export function resetMail(to: string, url: string): Mail {
  return write({
    to,
    subject: 'Reset your password',
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for this address.',
      'The link works once and for one hour. If it was not you, nothing needs to be done: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url },
  })
}

export function passwordChangedMail(to: string): Mail {
  return write({
    to,
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed and every sign-in on your other devices was ended.',
      'If it was not you, ask for a new password on the sign-in page at once.',
    ],
  })
}

export function verificationMail(to: string, firstName: string, url: string): Mail {
  return write({
    to,
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Welcome to Luna, ${firstName}.`,
      'Please confirm that this address is yours. The link works for 24 hours. You can pay and talk without it.',
    ],
    action: { label: 'Confirm address', url },
  })
}

export function alreadyRegisteredMail(to: string, url: string): Mail {
  return write({
    to,
    subject: 'You already have an account',
    paragraphs: [
      'Somebody tried to create an account with this address, but you already have one.',
      'If it was you, just sign in. If you forgot your password, the sign-in page helps. If it was not you, nothing needs to be done.',
    ],
    action: { label: 'Sign in', url },
  })
}

export function newDeviceMail(to: string, when: Date, url: string): Mail {
  const time = when.toISOString().replace('T', ' ').slice(0, 16)
  return write({
    to,
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your account was used from a browser we had not seen before, on ${time} UTC.`,
      'If it was you, nothing needs to be done. If not, choose a new password now.',
    ],
    action: { label: 'Choose a new password', url },
  })
}

function write(letter: Letter): Mail {
  const { action, paragraphs } = letter
  const text = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), 'Luna'].join('\n\n')
  const html = [
    '<!doctype html><html lang="en"><body style="margin:0;padding:32px 16px;background:#faf9fc;color:#1a1726;font:16px/24px sans-serif">',
    '<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:10px">',
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(letter.subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#7c3aed;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
        ]
      : []),
    '<p style="margin:24px 0 0;color:#5d586e;font-size:13px">Luna</p></div></body></html>',
  ].join('\n')
  return { to: letter.to, subject: letter.subject, text, html }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
