import * as z from 'zod/mini'

/** Slugs of organizations: their names in URLs such as /o/acme (D138). */

const shortest = 3
const longest = 40

/** The first parts of our own and other familiar paths; an organization with such a slug would mislead people. */
const reserved = new Set(
  `about account admin agents api app assets auth calculator checkout contact dashboard docs forgot-password healthz help
  icons join landing login logout luna manifest marketplace metrics o organization organization-checkout
  organization-dashboard organization-info organization-register organization-register-simple
  organization-register-simplified organization-signup organization-success organizations package-builder
  payment-return privacy-policy profile readyz register reset-password standins status subscribe support sw
  terms-of-service verify-email voice webhook webhooks www`.split(/\s+/),
)

export const slugField = z.string({ error: 'Slug is required' }).check(
  z.trim(),
  z.minLength(shortest, { error: 'Please use 3 to 40 characters', abort: true }),
  z.maxLength(longest, { error: 'Please use 3 to 40 characters', abort: true }),
  z.regex(/^[a-z0-9-]+$/, { error: 'Please use lowercase letters, digits and hyphens only', abort: true }),
  z.refine((slug) => !/^-|-$/.test(slug), { error: 'Please begin and end with a letter or digit', abort: true }),
  z.refine((slug) => !reserved.has(slug), { error: 'This word is reserved. Please choose another one.' }),
)

/** Returns a slug for a name, with room for a number after it; null if the name has nothing usable. */
export function suggestSlug(name: string): string | null {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, longest - 4)
    .replace(/-$/, '')
  return slug.length < shortest || reserved.has(slug) ? null : slug
}
