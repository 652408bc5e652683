import type { ReactNode } from 'react'
import { declineTwoFactor } from '#contract/identity/two-factor.ts'
import { useCall } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

/** Suggests two-factor sign-in to admins until they set it up; "Not Now" hides it for 30 days (D27). */
export function TwoFactorHint({ children }: { children?: ReactNode }) {
  const user = useMe()
  const decline = useCall(declineTwoFactor)
  if (!user?.isTwoFactorSuggested) return null
  return (
    <div className="mb-6">
      <Banner
        title="Protect your admin sign-in"
        actions={
          <>
            <Button variant="ghost" size="dense" pending={decline.isPending} onClick={() => decline.mutate()}>
              Not Now
            </Button>
            <LinkButton href={paths.profile({ part: 'two-factor' })} variant="secondary" size="dense">
              Set Up Two-Factor
            </LinkButton>
          </>
        }
      >
        Two-factor sign-in also asks for a code from your phone, so a stolen password is not enough. {children}
      </Banner>
    </div>
  )
}
