import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { countText, formatDuration } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { inboxFigures, inboxStates } from '#contract/messages/inbox.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { query } from '#web/client/api.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { FilterPills } from '#web/kit/fields/filter-pills.tsx'
import { type Shown, stateNames } from './shown.ts'

type Figures = Answer<typeof inboxFigures>

/** The boxes of the inbox with their counts, and how fast the team answers. */
export function InboxHead({ shown, actions }: { shown: Shown; actions: ReactNode }) {
  const [, setSearch] = useSearchParams()
  const { data } = useLoadToast(useQuery({ ...query(inboxFigures), staleTime: 0, refetchInterval: 60_000 }))
  const states = inboxStates.map((value) => ({
    value,
    label: stateNames[value],
    count: data?.[value] ?? null,
  }))
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterPills<Shown>
          label="Box"
          options={[...states, { value: 'all', label: 'All' }, { value: 'notices', label: 'Notices' }]}
          value={shown}
          onChange={(next) =>
            setSearch((old) =>
              ['page', 'contact', 'assignee', 'box', 'messageType', 'sort'].reduce(
                (rest, name) => withValue(rest, name, ''),
                withValue(old, 'state', next === 'open' ? '' : next),
              ),
            )
          }
        />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">{actions}</div>
      </div>
      <FirstAnswers figures={data} />
    </div>
  )
}

/** The words stand before the figures arrive, so that nothing below them moves. */
function FirstAnswers({ figures }: { figures: Figures | undefined }) {
  return (
    <div className="text-sm text-muted">
      <p>Median first response</p>
      <dl className="flex flex-wrap gap-x-6 tabular max-sm:flex-col">
        {spans.map(([label, span]) => (
          <div key={span} className="flex gap-1.5">
            <dt>{label}:</dt>
            <dd>{figures && medianText(figures[span])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const spans = [
  ['Last 7 days', 'last7Days'],
  ['Last 30 days', 'last30Days'],
] as const

function medianText({ count, medianSeconds }: Figures['last7Days']): string {
  if (medianSeconds === null) return 'none'
  return `${formatDuration(medianSeconds)} (${countText(count, 'conversation')})`
}
