import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { withValue } from '#web/client/addresses/address-text.ts'
import { Card } from '#web/kit/card.tsx'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { OrganizationResults } from '#web/screens/results/organization-results.tsx'
import type { TabProps } from '../scope.ts'
import { AllConversations } from './all-conversations.tsx'
import { allTime, localDateOf, own, periodOptions, readPeriod, type ShownPeriod } from './period.ts'
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

interface PickerProps {
  period: ShownPeriod
  today: Date
  /** Whether all time can be chosen, too. */
  hasAllTime: boolean
}

/** Chooses recent days, a calendar month, or own days; the address holds the choice. */
function PeriodPicker({ period, today, hasAllTime }: PickerProps) {
  const [search, setSearch] = useSearchParams()
  const set = (values: Record<string, string>) =>
    setSearch((old) =>
      Object.entries({ ...values, page: '' }).reduce((rest, [name, value]) => withValue(rest, name, value), old),
    )
  const last = localDateOf(today)
  const begin = { from: `${last.slice(0, 7)}-01`, to: last }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="w-full sm:w-52">
        <Select
          // A list that loses the chosen option would choose another by itself.
          key={String(hasAllTime)}
          name="period"
          label="Period"
          options={periodOptions(today, hasAllTime)}
          value={period.value}
          onChange={(value) => set({ period: value, ...(value === own ? begin : { from: '', to: '' }) })}
        />
      </div>
      {period.value === own && (
        <>
          <div className="min-w-36 flex-1 sm:max-w-44">
            <TextField
              name="from"
              label="From"
              type="date"
              max={last}
              value={search.get('from') ?? ''}
              onChange={({ target }) => set({ from: target.value })}
            />
          </div>
          <div className="min-w-36 flex-1 sm:max-w-44">
            <TextField
              name="to"
              label="To"
              type="date"
              max={last}
              value={search.get('to') ?? ''}
              error={period.problem ?? undefined}
              onChange={({ target }) => set({ to: target.value })}
            />
          </div>
        </>
      )}
    </div>
  )
}
