import { useConfig } from '#web/client/config.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { ThemeSwitch } from '../theme-switch.tsx'
import { footerLinks, makerText } from './footer-links.ts'
import { SocialLinks } from './social-links.tsx'

/** The footer inside the app: the same links in one line (D173). */
export function QuietFooter() {
  const config = useConfig()
  const links = footerLinks(config).flatMap((group) => group.links)
  return (
    <footer className="border-t border-line text-xs text-muted print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
        <p>{makerText}</p>
        <nav aria-label="Footer" className="order-3 w-full lg:order-none lg:w-auto">
          <ul className="flex flex-wrap items-center gap-x-3">
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
        <div className="ml-auto flex flex-wrap items-center gap-x-4">
          <SocialLinks links={config?.socialLinks ?? {}} />
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}
