import { createHash } from 'node:crypto'
import { appIcons, appShortName, brandedAppPath, iconPath } from '#contract/organizations/app/branded-app.ts'

export interface ManifestSource {
  organizationId: number
  slug: string
  appName: string
  tagline: string
  /** Six-digit hex. */
  primaryColor: string
  /** Changes with what the icons show, so that systems fetch them again. */
  iconVersion: string
}

/**
 * Returns the web manifest of an organization's app (S389, D139). Everything lies inside /o/{slug}/. The id also names
 * the organization, so that another organization at the same address later is another app.
 */
export function makeManifest(app: ManifestSource): object {
  const { organizationId, slug, appName, tagline, primaryColor, iconVersion } = app
  const home = brandedAppPath(slug)
  return {
    id: `${home}?organization=${organizationId}`,
    name: appName,
    short_name: appShortName(appName),
    ...(tagline === '' ? {} : { description: tagline }),
    lang: 'en',
    start_url: home,
    scope: home,
    display: 'standalone',
    theme_color: primaryColor,
    background_color: primaryColor,
    icons: appIcons.map((icon) => ({
      src: `${iconPath(slug, icon)}?v=${iconVersion}`,
      sizes: `${icon.sidePixels}x${icon.sidePixels}`,
      type: 'image/png',
      purpose: icon.purpose,
    })),
  }
}

/** Returns a version of what the icons show. */
export function iconVersion(logoUrl: string | null, initial: string, primaryColor: string): string {
  const shown = logoUrl?.startsWith('/images/') ? logoUrl : initial
  return createHash('sha256').update(`2 ${shown} ${primaryColor}`).digest('hex').slice(0, 12)
}
