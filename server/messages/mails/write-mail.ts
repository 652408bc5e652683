/** The template of all mails. */

/** A mail that is ready to be sent. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** The content of a mail; each paragraph is plain text, each action a link. */
export interface MailContent {
  to: string
  subject: string
  paragraphs: string[]
  actions?: { label: string; url: string }[]
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
  return { to: content.to, subject: content.subject, text, html }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
