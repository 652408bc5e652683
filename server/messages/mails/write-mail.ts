import type { MailKind } from '#contract/messages/mail-kinds.ts'

/** The template of all mails. */

/** A mail that is ready to be sent. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  log: MailLog
}

/** What the log of sent mail keeps of a mail besides its address: never its words or links. */
export interface MailLog {
  kind: MailKind
  /** Empty where the subject quotes what somebody said. */
  subject: string
  /** The organization that it is about. */
  organizationId: number | null
  /** The ids of what it is about, so that it can be made again. */
  about: string[]
}

/** The content of a mail; each paragraph is plain text, each action a link. */
export interface MailContent {
  kind: MailKind
  to: string
  subject: string
  paragraphs: string[]
  actions?: { label: string; url: string }[]
  about?: string[]
  /** Whether the subject quotes what somebody said, so that no log may keep it. */
  isSubjectPrivate?: boolean
}

/** Returns the mail as plain text and as HTML. */
export function writeMail(content: MailContent): Mail {
  const { actions = [], paragraphs } = content
  const text = [...paragraphs, ...actions.map(({ label, url }) => `${label}: ${url}`), 'Luna'].join('\n\n')
  const html = [
    '<!doctype html><html lang="en"><body style="margin:0;padding:32px 16px;background:#faf9fc;color:#1a1726;font:16px/24px sans-serif">',
    '<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:10px">',
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(content.subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    ...actions.map(
      ({ label, url }) =>
        `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#7c3aed;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>`,
    ),
    '<p style="margin:24px 0 0;color:#5d586e;font-size:13px">Luna</p></div></body></html>',
  ].join('\n')
  const { kind, to, subject, about = [], isSubjectPrivate = false } = content
  const log = { kind, subject: isSubjectPrivate ? '' : subject, organizationId: null, about }
  return { to, subject, text, html, log }
}

/** Returns the mail as one about an organization and about these rows. */
export function aboutOrganization(mail: Mail, organizationId: number | null, about = mail.log.about): Mail {
  return { ...mail, log: { ...mail.log, organizationId, about } }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
