import type { Say } from './write-mail.ts'

/** The recipient of a mail about an account: its person, or an admin of the organization that owns the pool. */

export interface Recipient {
  to: string
  /** The organization whose pool the mail is about; null for the reader's own minutes. */
  organizationName: string | null
  /** The site's origin, for links. */
  site: string
}

/** Returns a link to the page where the reader can act: their account, or the organization's billing. */
export function accountLink({ organizationName, site }: Recipient, label: string): { label: string; url: string } {
  const page = organizationName === null ? '/account' : '/organization-dashboard?tab=billing'
  return { label, url: `${site}${page}` }
}

/** Returns the subject, with the organization's name if the mail is about its pool. */
export function nameSubject(
  say: Say,
  { organizationName }: Pick<Recipient, 'organizationName'>,
  subject: string,
): string {
  return organizationName === null ? subject : `${say.typed(organizationName, 'Your organization')}: ${subject}`
}
