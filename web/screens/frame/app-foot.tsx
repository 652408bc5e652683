import { ChevronUp } from 'lucide-react'
import { useConfig } from '#web/client/config.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { useMedia } from '#web/kit/use-media.ts'
import { footerLinks, makerText } from './footer/footer-links.ts'
import { SocialLinks } from './footer/social-links.tsx'
import type { SignedIn } from './header/viewer.ts'
import { PhoneBar } from './phone/phone-bar.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

interface Props {
  user: SignedIn
  path: string
  onSignOut: () => void
}

/** Everything below the screens of signed-in people: the quiet footer, and on small screens the bar (D173). */
export function AppFoot(bar: Props) {
  return (
    <>
      <QuietFooter />
      <PhoneBar {...bar} />
    </>
  )
}

/** The footer inside the app: the links of the public one in one line, which small screens open (D173). */
function QuietFooter() {
  const isSmall = useMedia('(width < 64rem)', false)
  return (
    <footer className="border-t border-line text-xs text-muted print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-4 px-4 py-3 sm:px-6">
        {isSmall ? (
          <details className="group min-w-0 flex-1 open:basis-full">
            <summary className="inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-control pointer-coarse:min-h-11">
              {makerText}
              <ChevronUp aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
            </summary>
            <Links />
          </details>
        ) : (
          <>
            <p>{makerText}</p>
            <Links />
          </>
        )}
        <ThemeSwitch />
      </div>
    </footer>
  )
}

function Links() {
  const config = useConfig()
  const links = footerLinks(config).flatMap((group) => group.links)
  return (
    <div className="flex flex-1 flex-wrap items-center gap-x-4">
      <nav aria-label="Footer" className="flex-1">
        <ul className="flex flex-wrap items-center gap-x-3">
          {links.map(
            ({ label, href }) =>
              href && (
                <li key={label}>
                  <TextLink quiet href={href} className="inline-flex min-h-8 items-center pointer-coarse:min-h-11">
                    {label}
                  </TextLink>
                </li>
              ),
          )}
        </ul>
      </nav>
      <SocialLinks links={config?.socialLinks ?? {}} />
    </div>
  )
}
