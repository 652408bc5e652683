import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { withValue } from '#web/client/addresses/address-text.ts'
import { Card } from '#web/kit/card.tsx'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { OrganizationResults } from '#web/screens/results/organization-results.tsx'
import type { TabProps } from '../scope.ts'
import { AllConversations } from './all-conversations.tsx'
import { allTime, readPeriod } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { UsageFigures } from './usage-figures.tsx'

const views = [
  { value: 'figures', label: 'Figures' },
  { value: 'conversations', label: 'Sessions' },
] as const
type View = (typeof views)[number]['value']

const descriptions: Record<View, string> = {
  figures: 'Sessions of 10 seconds or more, by the day they started.',
  conversations: 'Who talked to which agent, and for how long. What they said stays private.',
}

/** How much the organization's people talked in a period, in figures and as a list of all conversations (D131). */
export default function UsageTab({ scope }: TabProps) {
  const [search, setSearch] = useSearchParams()
  const [today] = useState(() => new Date())
  const view = views.find(({ value }) => value === search.get('view'))?.value ?? 'figures'
  const isList = view === 'conversations'
  const period = readPeriod(search, today, isList)

  // Filters, sort order and all time belong to the list alone; both views show the same period.
  function show(next: View) {
    setSearch((old) => {
      const left = ['q', 'sort', 'page', 'personId', 'agentId'].reduce((rest, name) => withValue(rest, name, ''), old)
      const known = next !== 'conversations' && old.get('period') === allTime ? withValue(left, 'period', '') : left
      return withValue(known, 'view', next === 'figures' ? '' : next)
    })
  }

  return (
    <Card
      title="Usage Analytics"
      description={descriptions[view]}
      aside={
        <div className="print:hidden">
          <Segmented label="View" options={views} value={view} onChange={show} />
        </div>
      }
    >
      <div className="mb-6">
        <PeriodPicker period={period} today={today} hasAllTime={isList} />
      </div>
      {isList ? <AllConversations scope={scope} period={period} /> : <UsageFigures scope={scope} period={period} />}
      {!isList && <OrganizationResults scope={scope} />}
    </Card>
  )
}
