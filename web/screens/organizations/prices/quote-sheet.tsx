import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import type { PublicConfig } from '#web/client/config.ts'

/** The text below the figures of a printed estimate; hidden on screen. */
export function QuoteSheet({ config }: { config: PublicConfig | undefined }) {
  const [today] = useState(() => new Date().toISOString())
  const contact = [config?.contactEmail, config?.contactPhone].filter(Boolean).join(' · ')
  return (
    <div className="mt-6 hidden text-sm text-muted print:block">
      <p>
        Estimate from {formatDate(today)}, in US dollars. One-time items are paid once, with the first month; everything
        else is paid every month until you cancel.
      </p>
      {contact && <p className="mt-2">Questions? {contact}</p>}
    </div>
  )
}
