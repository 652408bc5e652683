/** Letters about the payments of an account: to its person, or to every admin of the organization whose pool it is. */

export interface Told {
  to: string
  /** Whose pool it is about; null for the reader's own minutes. */
  organizationName: string | null
  /** The site's address. */
  site: string
}

/** Says of which organization a letter speaks, where it is one. */
export function aboutPool({ organizationName }: Told): string[] {
  return organizationName === null ? [] : [`This is about the minutes of ${organizationName} on Luna.`]
}

/** Where the reader sees to it: the own account, or the organization's billing. */
export function accountLink({ organizationName, site }: Told, label: string): { label: string; url: string } {
  const page = organizationName === null ? '/account' : '/organization-dashboard?tab=billing'
  return { label, url: `${site}${page}` }
}

/** The same in a subject, before the reader's own matters. */
export function nameSubject({ organizationName }: Told, subject: string): string {
  return organizationName === null ? subject : `${organizationName}: ${subject}`
}
