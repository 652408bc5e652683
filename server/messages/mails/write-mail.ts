import { formatLongDay, formatLongTime } from '#contract/dates.ts'
import type { MailKind } from '#contract/messages/mail-kinds.ts'
import type { JobData } from '../../database/queues.ts'

/** The template of all mails. */

/** A mail before its reader is known. */
export interface Mail {
  kind: MailKind
  to: string
  content: (say: Say) => MailContent
  /** The organization that it is about. */
  organizationId: number | null
  /** The ids of what it is about, so that it can be made again. */
  about: string[]
}

/** The facts about its reader on which a mail depends. */
export interface Reader {
  /** Whether somebody has confirmed this address with a mailed link. */
  isConfirmed: boolean
  /** Where the reader was last; null when nobody knows. */
  timeZone: string | null
}

/** How a mail says what depends on its reader. */
export interface Say {
  /**
   * Returns text that a person typed, or our own words for a reader whose address is not confirmed, because Luna must not
   * carry a stranger's words to somebody who never asked for them (D193).
   */
  typed(text: string, instead: string): string
  /** Returns `March 12, 2027` where the reader is, or `March 12, 2027 (UTC)`. */
  day(at: Date): string
  /** Returns `March 12, 2027 at 3:04 PM` where the reader is, or with `UTC` at the end. */
  time(at: Date): string
}

/** The words of a mail; each paragraph is plain text, an empty one is left out, and each action is a link. */
export interface MailContent {
  subject: string
  paragraphs: string[]
  /** The first one looks like a button, the others like links. */
  actions?: { label: string; url: string }[]
  /** Whether the subject quotes what somebody said, so that no log may keep it. */
  isSubjectPrivate?: boolean
}

/** Returns a mail; its words can depend on the reader. */
export function writeMail(
  kind: MailKind,
  to: string,
  content: MailContent | ((say: Say) => MailContent),
  about: string[] = [],
): Mail {
  return { kind, to, content: typeof content === 'function' ? content : () => content, organizationId: null, about }
}

/** Returns a function that writes a mail of a kind to an address, with facts that its words name. */
export function mailTo<Facts extends unknown[]>(kind: MailKind, words: (say: Say, ...facts: Facts) => MailContent) {
  return (to: string, ...facts: Facts): Mail => writeMail(kind, to, (say) => words(say, ...facts))
}

/** Returns the same for facts of which the first one has the address. */
export function mailAbout<About extends { to: string }, Facts extends unknown[]>(
  kind: MailKind,
  words: (say: Say, about: About, ...facts: Facts) => MailContent,
) {
  return (about: About, ...facts: Facts): Mail => writeMail(kind, about.to, (say) => words(say, about, ...facts))
}

/** Returns the mail as one about an organization and about these rows. */
export function aboutOrganization(mail: Mail, organizationId: number | null, about = mail.about): Mail {
  return { ...mail, organizationId, about }
}

/** Returns a mail as it is sent to a reader, as text and HTML; with `stopUrl`, the reader can stop mails of its kind. */
export function renderMail(mail: Mail, reader: Reader, stopUrl: string | null): JobData['mail'] {
  const { kind, to, organizationId, about } = mail
  const content = mail.content(sayTo(reader))
  const { subject, actions = [], isSubjectPrivate = false } = content
  const paragraphs = content.paragraphs.filter((paragraph) => paragraph !== '')
  const stop = stopUrl === null ? [] : [{ label: 'Stop these emails', url: stopUrl }]
  const links = [...actions, ...stop].map(({ label, url }) => `${label}: ${url}`)
  return {
    to,
    subject,
    text: [...paragraphs, ...links, 'Luna'].join('\n\n'),
    html: htmlOf({ subject, paragraphs, actions }, stop),
    log: { kind, subject: isSubjectPrivate ? '' : subject, organizationId, about },
    ...(stopUrl === null ? {} : { stopUrl }),
  }
}

function sayTo({ isConfirmed, timeZone }: Reader): Say {
  const zone = timeZone ?? 'UTC'
  return {
    typed: (text, instead) => (isConfirmed ? text : instead),
    day: (at) => `${formatLongDay(at, zone)}${timeZone === null ? ' (UTC)' : ''}`,
    time: (at) => `${formatLongTime(at, zone)}${timeZone === null ? ' UTC' : ''}`,
  }
}

type Link = { label: string; url: string }

function htmlOf({ subject, paragraphs, actions = [] }: MailContent, stop: Link[]): string {
  return [
    '<!doctype html><html lang="en"><body style="margin:0;padding:32px 16px;background:#faf9fc;color:#1a1726;font:16px/24px sans-serif">',
    '<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:10px">',
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    ...actions.map((action, place) =>
      place === 0
        ? `<p style="margin:24px 0">${anchor(action, 'display:inline-block;padding:12px 20px;border-radius:6px;background:#7c3aed;color:#ffffff;text-decoration:none')}</p>`
        : `<p style="margin:0 0 16px">${anchor(action, 'color:#7c3aed')}</p>`,
    ),
    `<p style="margin:24px 0 0;color:#5d586e;font-size:13px">${['Luna', ...stop.map((link) => anchor(link, 'color:#5d586e'))].join(' · ')}</p></div></body></html>`,
  ].join('\n')
}

function anchor({ label, url }: Link, style: string): string {
  return `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
