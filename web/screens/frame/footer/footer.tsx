import { useConfig } from '#web/client/config.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { Logo } from '../brand/logo.tsx'
import { footerLinks, makerText } from './footer-links.ts'
import { SocialLinks } from './social-links.tsx'
import { ThemeSwitch } from '../theme-switch.tsx'

/** The foot of public pages: the maker, the links, the legal pages and the theme (S056-S058, D155). */
export function Footer() {
  const config = useConfig()
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto grid w-full max-w-page gap-x-8 gap-y-10 px-4 py-12 sm:px-6 lg:grid-cols-[1.6fr_3fr]">
        <div className="flex flex-col items-start gap-3">
          <Logo />
          <p className="max-w-64 text-muted">Live conversations with AI agents, paid by the minute.</p>
          <SocialLinks links={config?.socialLinks ?? {}} />
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
          {footerLinks(config).map(({ title, links }) => (
            <nav key={title} aria-label={title}>
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
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6 lg:col-span-2">
          <p className="text-sm text-muted">{makerText}</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}
