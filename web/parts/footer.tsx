import { TextLink } from '#web/ui/text-link.tsx'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The end of every page: who makes it, the legal pages and the theme (S056, S058). */
export function Footer() {
  return (
    <footer className="print:hidden mt-auto border-t border-line">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-8 sm:px-6">
        <div className="flex flex-col gap-1">
          <Logo />
          <p className="text-sm text-muted">Luna is made by a digital company.</p>
        </div>
        <nav aria-label="Legal" className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <TextLink quiet href="/privacy-policy" className="py-1">
            Privacy Policy
          </TextLink>
          <TextLink quiet href="/terms-of-service" className="py-1">
            Terms of Use
          </TextLink>
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
