import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText, formatCount, savedTimeText } from '#contract/amounts.ts'
import { formatMonth } from '#contract/dates.ts'
import { organizationHoursSaved } from '#contract/results/hours-saved.ts'
import { fewestPeople } from '#contract/results/hours-saved-rules.ts'
import { organizationStepCounts } from '#contract/results/step-counts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

interface Props {
  /** Names the organization in the calls; without an id, the current one. */
  scope: { organizationId?: number }
}

/** The results of this month's sessions in an organization, as sums from which no single answer can be read (D135, D184). */
export function OrganizationResults({ scope }: Props) {
  // Organizations count months in UTC.
  const [month] = useState(() => new Date().toISOString().slice(0, 7))
  const input = { query: { ...scope, month } }
  const hours = useQuery(query(organizationHoursSaved, input))
  const steps = useQuery(query(organizationStepCounts, input))
  return (
    <section
      aria-label={`Results in ${formatMonth(month)}`}
      className="mt-8 flex flex-col gap-2 border-t border-line pt-6"
    >
      <Loaded read={hours} what="the saved hours" skeleton={null}>
        {({ counted: saved }) => (
          <p className="text-muted">
            {saved ? (
              <span>
                Your members say their sessions in {formatMonth(month)} saved them{' '}
                <span className="font-semibold text-text">{savedTimeText(saved.savedMinutes)}</span>:{' '}
                <span>{countText(saved.answers, 'answer')}</span> from{' '}
                <span>{countText(saved.people, 'person', 'people')}</span>.
              </span>
            ) : (
              <span>
                Fewer than {fewestPeople} people said what their sessions in {formatMonth(month)} saved them, so no
                total is shown.
              </span>
            )}{' '}
            <TextLink href={paths.howHoursCount()}>How saved hours are counted</TextLink>
          </p>
        )}
      </Loaded>
      <Loaded read={steps} what="the number of next steps" skeleton={null}>
        {({ counted: taken }) => (
          <p className="text-muted">
            {taken ? (
              <>
                They added <span>{countText(taken.open + taken.done, 'next step')}</span>,{' '}
                <span translate="no">{formatCount(taken.done)}</span> of them done. You see how many, never what they
                are.
              </>
            ) : (
              `Fewer than ${fewestPeople} people added a next step in ${formatMonth(month)}, so no number is shown.`
            )}
          </p>
        )}
      </Loaded>
    </section>
  )
}
