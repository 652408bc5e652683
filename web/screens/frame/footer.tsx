import { useConfig } from '#web/client/config.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { Logo } from './brand/logo.tsx'
import { SocialLinks } from './social-links.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The foot of every page: the maker, the links, the legal pages and the theme (S056-S058, D155). */
export function Footer() {
  const config = useConfig()
  return (
    <footer className="mt-auto border-t border-line print:hidden">
      <div className="mx-auto grid w-full max-w-page gap-x-8 gap-y-10 px-4 py-12 sm:px-6 lg:grid-cols-[1.6fr_3fr]">
        <div className="flex flex-col items-start gap-3">
          <Logo />
          <p className="max-w-64 text-muted">Live conversations with AI agents, paid by the minute.</p>
          <SocialLinks links={config?.socialLinks ?? {}} />
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
          <Column
            title="Product"
            links={[
              { label: 'Custom Agents', href: paths.organizationInfo() },
              { label: 'API Documentation', href: paths.apiDocs() },
              { label: 'System Status', href: paths.status() },
            ]}
          />
          <Column
            title="Support"
            links={[
              { label: 'Help Center', href: paths.help() },
              { label: 'Contact Support', href: paths.contact() },
              { label: 'Community', href: config?.communityUrl },
            ]}
          />
          <Column
            title="Company"
            links={[
              { label: 'About Us', href: paths.about() },
              { label: 'Careers', href: config?.careersUrl },
            ]}
          />
          <Column
            title="Legal"
            links={[
              { label: 'Privacy Policy', href: paths.privacyPolicy() },
              { label: 'Terms of Use', href: paths.termsOfService() },
            ]}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6 lg:col-span-2">
          <p className="text-sm text-muted">Luna is made by a digital company.</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}

interface ColumnProps {
  title: string
  /** A link without a configured address is left out (D155). */
  links: readonly { label: string; href: string | null | undefined }[]
}

function Column({ title, links }: ColumnProps) {
  return (
    <nav aria-label={title}>
      <p className="font-semibold">{title}</p>
      <ul className="mt-2">
        {links.map(
          ({ label, href }) =>
            href && (
              <li key={label}>
                <TextLink quiet href={href} className="inline-flex min-h-8 items-center">
                  {label}
                </TextLink>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
