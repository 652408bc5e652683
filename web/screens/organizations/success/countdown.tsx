import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

/** Opens the dashboard after the given seconds (S366, S367). */
export function Countdown({ seconds }: { seconds: number }) {
  const [, navigate] = useLocation()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (left <= 1) navigate(paths.organizationDashboard())
      else setLeft(left - 1)
    }, 1000)
    return () => clearTimeout(timer)
  }, [left, navigate])
  return (
    <Card>
      <p role="status" className="flex gap-3 text-lg">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
        <span>
          Your organization is ready. Taking you to its dashboard in <span className="tabular">{left}</span>…
        </span>
      </p>
      <LinkButton href={paths.organizationDashboard()} wide size="touch" className="mt-6">
        Open Dashboard
      </LinkButton>
    </Card>
  )
}
