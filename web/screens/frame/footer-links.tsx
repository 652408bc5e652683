import { paths } from '#web/client/addresses/paths.ts'
import type { PublicConfig } from '#web/client/config.ts'
import { socialSites, type SocialSite } from '#contract/settings/platform.ts'

interface FooterLink {
  label: string
  href: string | null | undefined
}

/** Returns the links of both footers by group (S057, S058); one without a configured address is left out (D155). */
export function footerLinks(config: PublicConfig | undefined): { title: string; links: FooterLink[] }[] {
  return [
    {
      title: 'Product',
      links: [
        { label: 'Custom Agents', href: paths.organizationInfo() },
        { label: 'API Documentation', href: paths.apiDocs() },
        { label: 'System Status', href: paths.status() },
      ],
    },
    {
      title: 'Support',
      links: [
        { label: 'Help Center', href: paths.help() },
        { label: 'Contact Support', href: paths.contact() },
        { label: 'Community', href: config?.communityUrl },
      ],
    },
    {
      title: 'Company',
      links: [
        { label: 'About Us', href: paths.about() },
        { label: 'Careers', href: config?.careersUrl },
      ],
    },
    {
      title: 'Legal',
      links: [
        { label: 'Privacy Policy', href: paths.privacyPolicy() },
        { label: 'Terms of Use', href: paths.termsOfService() },
      ],
    },
  ]
}

/** The line about the maker (S056). */
export const makerText = 'Luna is made by a digital company.'

/** Drawn on a 24 x 24 grid. */
const sites: Record<SocialSite, { name: string; path: string }> = {
  linkedin: {
    name: 'LinkedIn',
    path: 'M4.2 9.2h3.6V20H4.2ZM6 4a2.1 2.1 0 1 1 0 4.2A2.1 2.1 0 0 1 6 4ZM10.1 9.2h3.4v1.5c.6-1 1.7-1.8 3.3-1.8 2.9 0 3.9 1.8 3.9 4.7V20h-3.6v-5.8c0-1.5-.5-2.3-1.7-2.3s-1.7.9-1.7 2.3V20h-3.6Z',
  },
  x: {
    name: 'X',
    path: 'M4 4h4.6l4.1 5.6L17.6 4h2.1l-6 7 6.6 9h-4.6l-4.5-6.1L6 20H3.9l6.3-7.4ZM7.2 5.6l9.4 12.8h1.2L8.4 5.6Z',
  },
  youtube: {
    name: 'YouTube',
    path: 'M5 5.5c3-.7 11-.7 14 0 1.6.4 2.3 1.3 2.5 2.8.3 2.3.3 5.1 0 7.4-.2 1.5-.9 2.4-2.5 2.8-3 .7-11 .7-14 0-1.6-.4-2.3-1.3-2.5-2.8-.3-2.3-.3-5.1 0-7.4.2-1.5.9-2.4 2.5-2.8ZM10 8.8v6.4l5.5-3.2Z',
  },
}

/** Icons of the configured sites (D155). */
export function SocialLinks({ links }: { links: PublicConfig['socialLinks'] }) {
  const shown = socialSites.filter((site) => links[site])
  if (shown.length === 0) return null
  return (
    <ul aria-label="Social media" className="-ml-2 flex">
      {shown.map((site) => (
        <li key={site}>
          <a
            href={links[site]}
            rel="noopener"
            aria-label={`Luna on ${sites[site].name}`}
            className="flex size-11 items-center justify-center rounded-control text-muted transition-colors hover:text-text"
          >
            <svg viewBox="0 0 24 24" aria-hidden className="size-5 fill-current">
              <path fillRule="evenodd" d={sites[site].path} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
