/** Mails about an account's payments: to its person, or to every admin of the organization that owns the pool. */

export interface Told {
  to: string
  /** The organization whose pool it is about; null for the reader's own minutes. */
  organizationName: string | null
  /** The site's address. */
  site: string
}

/** Names the organization, when the mail is about one. */
export function aboutPool({ organizationName }: Told): string[] {
  return organizationName === null ? [] : [`This is about the minutes of ${organizationName} on Luna.`]
}

/** Links to the page where the reader acts on it: their account, or the organization's billing. */
export function accountLink({ organizationName, site }: Told, label: string): { label: string; url: string } {
  const page = organizationName === null ? '/account' : '/organization-dashboard?tab=billing'
  return { label, url: `${site}${page}` }
}

/** Names the organization in the subject, to tell it from the reader's own matters. */
export function nameSubject({ organizationName }: Told, subject: string): string {
  return organizationName === null ? subject : `${organizationName}: ${subject}`
}
