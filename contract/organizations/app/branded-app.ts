import * as z from 'zod/mini'
import { call } from '../../call.ts'

/** An organization's own installable app at /o/{slug}/, as everybody sees it (D139, D141). */

/** Days for which a former address leads to the present one, and is kept from others (D138). */
export const redirectDays = 30

/** Where an app begins, and how far it reaches: nothing outside, not even /o/{slug}-2. */
export function brandedAppPath(slug: string): string {
  return `/o/${slug}/`
}

export function manifestPath(slug: string): string {
  return `${brandedAppPath(slug)}manifest.webmanifest`
}

/** The script that keeps an app presentable without a network; from its place it reaches as far as the app. */
export function workerPath(slug: string): string {
  return `${brandedAppPath(slug)}worker.js`
}

/** Pictures that systems show for an installed app: `maskable` ones may be cut to any shape. */
export const appIcons = [
  { name: 'icon-192.png', sidePixels: 192, purpose: 'any' },
  { name: 'icon-512.png', sidePixels: 512, purpose: 'any' },
  { name: 'icon-maskable-512.png', sidePixels: 512, purpose: 'maskable' },
] as const
export type AppIcon = (typeof appIcons)[number]

export function iconPath(slug: string, { name }: AppIcon): string {
  return `${brandedAppPath(slug)}icons/${name}`
}

/** What stands for an app that has no logo: the first Latin letter or digit of its name, else of its slug. */
export function appInitial(appName: string, slug: string): string {
  const letter = /[a-z\d]/i.exec(appName.normalize('NFKD'))?.[0] ?? slug.charAt(0)
  return letter.toUpperCase()
}

/** Longer names are cut below an icon. */
const shortNameLength = 12

/** As many whole words as fit below an icon, at least the beginning of the first. */
export function appShortName(appName: string): string {
  if (appName.length <= shortNameLength) return appName
  const cut = appName.slice(0, shortNameLength + 1).replace(/\s+\S*$/, '')
  return cut.length <= shortNameLength ? cut : appName.slice(0, shortNameLength)
}

/** How visitors reach the organization; empty ones are not shown. */
export const contactInfo = z.object({
  email: z.string(),
  phone: z.string(),
  websiteUrl: z.string(),
  address: z.string(),
})
export type ContactInfo = z.output<typeof contactInfo>

export const appColors = { primaryColor: z.string(), secondaryColor: z.string(), accentColor: z.string() }
export const appFlags = { showPublicAgents: z.boolean(), enableAgentRequests: z.boolean(), enableFeedback: z.boolean() }

/** An agent as visitors see it: nothing of how it works. */
const publicAgent = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  /** On this site, or an https address of another one, to be loaded without a referrer. */
  imageUrl: z.nullable(z.string()),
  isFeatured: z.boolean(),
})
export type PublicAgent = z.output<typeof publicAgent>

/** Everything of an app that everybody may see, as its own page shows it (D141). */
export const brandedApp = z.object({
  organizationId: z.number(),
  /** The current slug: a request for a former one goes on to `brandedAppPath(slug)` (D138). */
  slug: z.string(),
  /** false: a draft, which only its own admins get to see; to be marked as one. */
  isPublished: z.boolean(),
  appName: z.string(),
  /** On this site or https; null: show the initial of the name on the primary colour. */
  logoUrl: z.nullable(z.string()),
  /** Six-digit hex in lower case; what is written on one takes `inkOn` of brand-colors.ts (D136). */
  ...appColors,
  /** Plain text, may be empty and have several lines. */
  welcomeMessage: z.string(),
  /** One line, may be empty. */
  tagline: z.string(),
  /** Each may be empty, and is not shown then; `websiteUrl` is http or https. */
  contactInfo,
  /** false: `agents` is empty, and nothing of agents is shown to visitors. */
  showPublicAgents: z.boolean(),
  /** Featured ones first in the order that was chosen, then the public ones by name. */
  agents: z.array(publicAgent),
  /** Whether signed-in members may ask the organization's admins for an agent here. */
  enableAgentRequests: z.boolean(),
  /** Whether signed-in members may write feedback to the organization's admins here. */
  enableFeedback: z.boolean(),
})
export type BrandedApp = z.output<typeof brandedApp>

export const publicBrandedApp = call('GET /api/o/:slug', {
  who: 'anyone',
  summary:
    "A published app for everybody, a draft for its own admins (D139, D140); also by an app's former slug (D138).",
  answer: brandedApp,
  errors: { app_not_found: [404, 'There is no such app.'] },
})
