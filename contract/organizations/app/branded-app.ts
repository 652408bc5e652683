import * as z from 'zod/mini'
import { shownAddress } from '../../identity/people.ts'
import { call } from '../../call.ts'

/** An organization's own installable app at /o/{slug}/, as the public sees it (D139, D141). */

/** The number of days during which a former address redirects and stays reserved (D138). */
export const redirectDays = 30

/** Returns the scope of an app. The final slash keeps other apps out of it, such as /o/{slug}-2. */
export function brandedAppPath(slug: string): string {
  return `/o/${slug}/`
}

export function manifestPath(slug: string): string {
  return `${brandedAppPath(slug)}manifest.webmanifest`
}

/** Returns the path of the service worker that shows the app offline; its scope is the app's folder. */
export function workerPath(slug: string): string {
  return `${brandedAppPath(slug)}worker.js`
}

/** Icons of an installed app; `maskable` ones may be cropped to any shape. */
export const appIcons = [
  { name: 'icon-192.png', sidePixels: 192, purpose: 'any' },
  { name: 'icon-512.png', sidePixels: 512, purpose: 'any' },
  { name: 'icon-maskable-512.png', sidePixels: 512, purpose: 'maskable' },
] as const
export type AppIcon = (typeof appIcons)[number]

export function iconPath(slug: string, { name }: AppIcon): string {
  return `${brandedAppPath(slug)}icons/${name}`
}

/** Returns the initial of an app without a logo: the first Latin letter or digit of its name, otherwise of its slug. */
export function appInitial(appName: string, slug: string): string {
  const initial = /[a-z\d]/i.exec(appName.normalize('NFKD'))?.[0] ?? slug.charAt(0)
  return initial.toUpperCase()
}

/** Phones cut off longer names below an icon. */
const shortNameLength = 12

/** Returns as many whole words as fit below an icon, or the start of the first word. */
export function appShortName(appName: string): string {
  if (appName.length <= shortNameLength) return appName
  const cut = appName.slice(0, shortNameLength + 1).replace(/\s+\S*$/, '')
  return cut.length <= shortNameLength ? cut : appName.slice(0, shortNameLength)
}

/** The organization's contact details; empty fields are not shown. */
export const contactInfo = z.object({
  email: shownAddress,
  phone: z.string(),
  websiteUrl: z.string(),
  address: z.string(),
})
export type ContactInfo = z.output<typeof contactInfo>

export const appColors = { primaryColor: z.string(), secondaryColor: z.string(), accentColor: z.string() }
export const appFlags = { showPublicAgents: z.boolean(), enableAgentRequests: z.boolean(), enableFeedback: z.boolean() }

/** An agent as visitors see it, without its instructions. */
const publicAgent = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  /** A path on this site, or an https URL, which is loaded without a referrer. */
  imageUrl: z.nullable(z.string()),
  isFeatured: z.boolean(),
})
export type PublicAgent = z.output<typeof publicAgent>

/** The public data of an app, as its own page shows it (D141). */
export const brandedApp = z.object({
  organizationId: z.number(),
  /** The current slug; a request with a former one redirects to `brandedAppPath(slug)` (D138). */
  slug: z.string(),
  /** When false, the app is a draft that only its own admins can see. */
  isPublished: z.boolean(),
  appName: z.string(),
  /** A path on this site or an https URL; when null, the initial of the name is shown on the primary color. */
  logoUrl: z.nullable(z.string()),
  /** Six-digit hex in lower case; `inkOn` of brand-colors.ts returns the text color for each (D136). */
  ...appColors,
  /** Plain text; may be empty or have several lines. */
  welcomeMessage: z.string(),
  /** One line; may be empty. */
  tagline: z.string(),
  /** Empty fields are not shown; `websiteUrl` is http or https. */
  contactInfo,
  /** When false, `agents` is empty and visitors see nothing about agents. */
  showPublicAgents: z.boolean(),
  /** Featured agents first in the chosen order, then the other public ones by name. */
  agents: z.array(publicAgent),
  /** Whether signed-in members can ask the organization's admins for an agent here. */
  enableAgentRequests: z.boolean(),
  /** Whether signed-in members can send feedback to the organization's admins here. */
  enableFeedback: z.boolean(),
})
export type BrandedApp = z.output<typeof brandedApp>

export const publicBrandedApp = call('GET /api/o/:slug', {
  who: 'anyone',
  summary:
    'Returns a published app to everyone, and a draft to its own admins (D139, D140); a former slug works too (D138).',
  answer: brandedApp,
  errors: { app_not_found: [404, 'This app does not exist.'] },
})
