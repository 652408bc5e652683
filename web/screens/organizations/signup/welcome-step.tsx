import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

const redirectDelayMs = 1500

/** Step 3: the person has joined and is taken to the dashboard (S378, S483). */
export function WelcomeStep({ organizationName }: { organizationName: string }) {
  const [, go] = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => go(paths.home(), { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [go])
  return (
    <Page title="Welcome!" width="form">
      <Card>
        <p className="flex gap-3 text-lg">
          <CircleCheck aria-hidden className="mt-1 size-5 shrink-0 text-success" />
          <span className="min-w-0 break-words">
            You're now part of {organizationName}. Taking you to its dashboard…
          </span>
        </p>
        <LinkButton href={paths.organizationDashboard()} wide size="touch" className="mt-6">
          Go to Dashboard
        </LinkButton>
      </Card>
    </Page>
  )
}
