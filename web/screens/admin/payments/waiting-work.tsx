import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { findings } from '#contract/admin/findings.ts'
import { countText } from '#contract/amounts.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { countQuery } from '#web/client/lists/pages.ts'
import { TextLink } from '#web/kit/text-link.tsx'

interface Props {
  /** The tab of Payments that is open; it needs no link to itself. */
  tab?: string
}

/** One line with what waits for a person: refunds to approve and open findings; nothing while nothing does. */
export function WaitingWork({ tab: openTab }: Props) {
  const { data: refunds = 0 } = useQuery(countQuery(refundRequests, { state: 'waiting' }))
  const { data: found = 0 } = useQuery(countQuery(findings, { state: 'open' }))
  const work = [
    {
      tab: 'approvals' as const,
      count: refunds,
      text: countText(refunds, 'refund waits for approval', 'refunds wait for approval'),
    },
    { tab: 'findings' as const, count: found, text: countText(found, 'finding') },
  ].filter(({ tab, count }) => count > 0 && tab !== openTab)
  if (work.length === 0) return null
  return (
    <div className="mb-6 flex gap-3 rounded-card bg-warning-soft px-4 py-1 max-sm:gap-2 max-sm:px-3 pointer-coarse:py-0 forced-colors:border">
      <CircleAlert aria-hidden className="mt-1.5 size-4 shrink-0 text-warning pointer-coarse:mt-3.5" />
      <ul aria-label="Waiting for someone" className="flex flex-wrap gap-x-5 max-sm:gap-x-3">
        {work.map(({ tab, text }) => (
          <li key={tab} className="flex">
            <TextLink
              href={paths.adminPayments({ tab })}
              className="flex min-h-7 items-center text-sm font-semibold text-warning! tabular pointer-coarse:min-h-11"
            >
              {text}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
