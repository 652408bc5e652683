import { useQuery } from '@tanstack/react-query'
import { overviewHealth } from '#contract/admin/overview.ts'
import { countText, formatDuration } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { serviceWords, stateWords, workWords } from './words.ts'

/** Whether the services work, how long events and background work have been waiting, and the last backup. */
export function Health() {
  const read = useQuery({ ...query(overviewHealth), staleTime: 0, refetchInterval: 60_000 })
  return (
    <div id="services">
      <Loaded read={read} what="the services">
        {(health) => <HealthCard health={health} />}
      </Loaded>
    </div>
  )
}

function HealthCard({ health }: { health: Answer<typeof overviewHealth> }) {
  const { services, events, jobs, lastBackupAt } = health
  return (
    <Card title="Services and background work" aside={<TextLink href={paths.status()}>See Service Status</TextLink>}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {services.map(({ name, state }) => (
          <div key={name}>
            <dt className="text-sm text-muted">{serviceWords[name]}</dt>
            <dd className="font-medium">{stateWords[state]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        {events.waiting === 0
          ? 'No payment event is waiting.'
          : `${countText(events.waiting, 'payment event')} waiting, the oldest for ${formatDuration(events.oldestSeconds)}.`}
      </p>
      <p>
        {lastBackupAt ? (
          <>
            The last good backup is from <DateTime value={lastBackupAt} withTime />.
          </>
        ) : (
          'No backup has been made yet.'
        )}
      </p>
      {jobs.length === 0 && <p>No background work is waiting.</p>}
      {jobs.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1">
          {jobs.map(({ work, waiting, oldestSeconds, failed }) => (
            <li key={work}>
              <span className="font-medium">{workWords[work]}</span>:{' '}
              {[
                waiting > 0 && `${countText(waiting, 'job')} waiting, the oldest for ${formatDuration(oldestSeconds)}`,
                failed > 0 && `${countText(failed, 'job')} failed for good`,
              ]
                .filter(Boolean)
                .join('; ')}
              .
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
