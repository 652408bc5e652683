import {
  type AppIcon,
  appIcons,
  brandedAppPath,
  iconPath,
  manifestPath,
} from '#contract/organizations/app/branded-app.ts'
import { type FoundApp, iconVersionOf } from './branded-app.ts'
import { escapeHtml } from '../../pages/documents.ts'

/** Search engines and previews cut longer ones. */
const longestDescription = 160

/** Returns what browsers, search engines and link previews read of an app. A draft cannot be installed. */
export function appHead(app: FoundApp, origin: string): string {
  const description = describe(app).slice(0, longestDescription)
  const tags = [
    `<title>${escapeHtml(app.appName)}</title>`,
    meta('name', 'description', description),
    meta('name', 'theme-color', app.primaryColor),
  ]
  if (!app.isPublished) return tags.join('\n    ')
  const [small, large] = appIcons.map((icon) => versioned(app, icon)) as [string, string]
  return [
    ...tags,
    link('canonical', new URL(brandedAppPath(app.slug), origin).href),
    link('manifest', manifestPath(app.slug)),
    link('icon', small),
    link('apple-touch-icon', small),
    meta('name', 'apple-mobile-web-app-title', app.appName),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', app.appName),
    meta('property', 'og:description', description),
    meta('property', 'og:url', new URL(brandedAppPath(app.slug), origin).href),
    meta('property', 'og:image', new URL(large, origin).href),
  ].join('\n    ')
}

function describe({ appName, tagline, welcomeMessage }: FoundApp): string {
  return tagline || welcomeMessage.replaceAll(/\s+/g, ' ') || `Talk with the AI agents of ${appName}.`
}

/** Returns the address of an icon, which changes with what the icon shows. */
export function versioned(app: FoundApp, icon: AppIcon): string {
  return `${iconPath(app.slug, icon)}?v=${iconVersionOf(app)}`
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
}

function link(rel: string, href: string): string {
  return `<link rel="${rel}" href="${escapeHtml(href)}" />`
}
