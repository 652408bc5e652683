import { useQuery } from '@tanstack/react-query'
import { countText, formatCount } from '#contract/amounts.ts'
import { formatMonth } from '#contract/dates.ts'
import { fewestPeople } from '#contract/results/hours-saved-rules.ts'
import { organizationStepCounts } from '#contract/results/step-counts.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

interface Props {
  /** Names the organization in the call; without an id, the current one. */
  scope: { organizationId?: number }
  /** Such as 2026-11. */
  month: string
}

/** How many next steps an organization's people took in a month: counts only, because the steps are their own (D184). */
export function OrganizationSteps({ scope, month }: Props) {
  const read = useQuery(query(organizationStepCounts, { query: { ...scope, month } }))
  const counted = read.data?.counted
  return (
    <section className="mt-8" aria-labelledby="organization-steps">
      <h3 id="organization-steps" className="mb-1 font-medium">
        Next steps
      </h3>
      {read.isPending && (
        <SkeletonGroup label="Counting next steps…">
          <Skeleton className="h-6 w-60" />
        </SkeletonGroup>
      )}
      {read.isError && <LoadError what="the number of next steps" failed={read} />}
      {counted && (
        <p>
          <span>{countText(counted.open + counted.done, 'step')}</span> from{' '}
          <span>{countText(counted.people, 'person', 'people')}</span>,{' '}
          <span translate="no">{formatCount(counted.done)}</span> done.
        </p>
      )}
      {read.data && (
        <p className="max-w-prose text-muted">
          {counted
            ? 'Steps that your members added after a session. You see how many, never what they are.'
            : `Fewer than ${fewestPeople} people added a step in ${formatMonth(month)}, so no number is shown.`}
        </p>
      )}
    </section>
  )
}
