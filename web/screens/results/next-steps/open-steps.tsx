import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import { ownDay } from '#contract/dates.ts'
import { nextSteps, type NextStep } from '#contract/results/next-steps.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { LineSection } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DueDay, useRowFocus, useStepActs } from './step-row.tsx'

const shownSteps = 4

/** The next few steps on the dashboard, what waits for a decision, and the way to all of them. */
export function OpenSteps() {
  // A session may have ended since.
  const list = useQuery({ ...query(nextSteps, { query: { state: 'open' } }), refetchOnMount: 'always' })
  const proposed = useQuery({ ...query(nextSteps, { query: { state: 'proposed' } }), refetchOnMount: 'always' })
  const [today] = useState(() => ownDay(new Date()))
  const toReview = proposed.data?.length ?? 0
  return (
    <LineSection
      title="Next Steps"
      aside={
        <LinkButton href={paths.nextSteps()} variant="ghost" size="dense">
          All next steps
        </LinkButton>
      }
    >
      {list.data?.length === 0 && toReview === 0 && proposed.isFetched && (
        <EmptyLine title="No open steps">Say “Remind me to …” while you talk.</EmptyLine>
      )}
      <Loaded read={list} what="your next steps" skeleton={<LoadingRows what="your next steps" count={1} />}>
        {(steps) => (
          <div className="flex flex-col gap-3">
            {steps.length > 0 && (
              <ul className="flex flex-col gap-2">
                {steps.slice(0, shownSteps).map((step) => (
                  <OpenStep key={step.id} step={step} today={today} />
                ))}
              </ul>
            )}
            {toReview > 0 && (
              <p>
                <TextLink href={paths.nextSteps()}>{`${countText(toReview, 'step')} to review`}</TextLink>
              </p>
            )}
          </div>
        )}
      </Loaded>
    </LineSection>
  )
}

function OpenStep({ step, today }: { step: NextStep; today: string }) {
  const acts = useStepActs(step)
  const row = useRowFocus(step.id)
  return (
    <li ref={row} className="flex items-start gap-3">
      <Checkbox
        name={`done-${step.id}`}
        label={`Done: ${step.title}`}
        hideLabel
        checked={acts.sent === 'done'}
        onChange={acts.finish}
      />
      <p className="min-w-0 flex-1 break-words">{step.title}</p>
      <p className="text-sm text-muted">
        <DueDay step={step} today={today} />
      </p>
    </li>
  )
}
