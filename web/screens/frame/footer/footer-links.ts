import { paths } from '#web/client/addresses/paths.ts'
import type { PublicConfig } from '#web/client/config.ts'

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
