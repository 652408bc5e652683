import type { customer } from '#contract/admin/customers.ts'
import type { Answer } from '#contract/call.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'

/** Where a person is signed in, by browser. */
export function Devices({ devices }: { devices: Answer<typeof customer>['devices'] }) {
  return (
    <Card title="Active Sign-Ins" description="Browsers in which this person is signed in.">
      {devices.length === 0 && <EmptyLine title="Not signed in anywhere" />}
      <ul aria-label="Browsers" className="flex flex-col divide-y divide-line">
        {devices.map(({ browser, firstSeenAt, lastSeenAt }) => (
          <li key={`${firstSeenAt} ${lastSeenAt}`} className="py-2">
            <p className="font-medium">{browser ?? 'Unknown browser'}</p>
            <p className="text-sm text-muted">
              Since <DateTime value={firstSeenAt} withTime /> · last seen <DateTime value={lastSeenAt} withTime />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
