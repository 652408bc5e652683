import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownDay } from '#contract/dates.ts'
import { nextSteps } from '#contract/results/next-steps.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DueDay } from './due-day.tsx'
import { useStepActs } from './use-step-acts.ts'

const shownSteps = 4

/** The next few steps on the dashboard, and the way to all of them. */
export function OpenSteps() {
  const list = useQuery(query(nextSteps, { query: { state: 'open' } }))
  const [today] = useState(() => ownDay(new Date()))
  const acts = useStepActs()
  return (
    <Card title="Next steps" aside={<TextLink href={paths.nextSteps()}>All next steps</TextLink>}>
      {list.isPending && (
        <SkeletonGroup label="Loading your next steps…">
          <Skeleton className="h-12" />
        </SkeletonGroup>
      )}
      {list.isError && <LoadError what="your next steps" failed={list} />}
      {list.data?.length === 0 && <EmptyLine title="Nothing open">Say “Remind me to …” while you talk.</EmptyLine>}
      {list.data && list.data.length > 0 && (
        <ul className="flex flex-col gap-2">
          {list.data.slice(0, shownSteps).map((step) => (
            <li key={step.id} className="flex items-start gap-3">
              <Checkbox
                name={`done-${step.id}`}
                label={`Done: ${step.title}`}
                hideLabel
                checked={false}
                onChange={() => acts.finish(step)}
              />
              <p className="min-w-0 flex-1 break-words">{step.title}</p>
              <p className="text-sm text-muted">
                <DueDay step={step} today={today} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
