import type { Me } from '#contract/identity/people.ts'
import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { ContextButtons } from '#web/screens/frame/header/context-switch.tsx'
import { shutOutText, wayToAccess } from '#web/screens/frame/header/organization-access.ts'

/** Shown above the pages that stay open while the person's current organization has no access (D129, D178, D180). */
export function ShutOutBanner({ user }: { user: Me }) {
  const way = wayToAccess(user)
  return (
    <div className="print:hidden mx-auto w-full max-w-page px-4 pt-6 sm:px-6">
      <Banner
        tone="warning"
        title={shutOutText(user)}
        actions={
          <>
            {way && (
              <LinkButton href={way.href} size="dense">
                {way.label}
              </LinkButton>
            )}
            <ContextButtons size="dense" />
          </>
        }
      >
        You still have access to everything that's yours.
      </Banner>
    </div>
  )
}
