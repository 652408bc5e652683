import { Banner } from '#web/kit/banner.tsx'

/** Warns above a form that begins a session where the browser keeps no cookies; everything else works without (D203). */
export function CookieNote() {
  if (navigator.cookieEnabled) return null
  return (
    <div className="mb-6">
      <Banner tone="warning" title="Signing in needs cookies">
        Allow cookies for this site in your browser's settings, then reload this page.
      </Banner>
    </div>
  )
}
