import { Users } from 'lucide-react'
import { useState } from 'react'
import { countText, formatCount } from '#contract/amounts.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import type { Billing } from './billing.ts'
import { SeatsDialog } from './seats-dialog.tsx'

interface Props {
  organizationId: number
  seats: NonNullable<Billing['seats']>
  plan: NonNullable<Billing['plan']>
}

/** How many seats there are and how many are taken, with a button to change them (D116). */
export function SeatsCard({ organizationId, seats: { paidUsers, nextUsers, minUsers }, plan }: Props) {
  const [isChanging, setChanging] = useState(false)
  const ending = paidUsers - nextUsers
  return (
    <Card
      title="Seats"
      aside={
        plan.status === 'active' && (
          <Button
            variant="secondary"
            size="dense"
            icon={<Users aria-hidden className="size-4" />}
            onClick={() => setChanging(true)}
          >
            Change Seats
          </Button>
        )
      }
    >
      <p>
        <span className="text-2xl font-semibold tabular">{formatCount(minUsers)}</span> of{' '}
        <span translate="no">{formatCount(paidUsers)}</span> taken
      </p>
      <ShareBar className="mt-3" shares={[{ value: minUsers, tone: 'primary' }]} total={paidUsers} />
      <p className="mt-3 text-sm text-muted">Each member and each open invitation takes a seat.</p>
      {ending > 0 && plan.renewsAt && (
        <p className="mt-2 text-sm">
          <span>{countText(ending, 'seat ends', 'seats end')}</span> on <DateTime value={plan.renewsAt} />, leaving{' '}
          <span translate="no">{formatCount(nextUsers)}</span>.
        </p>
      )}
      {isChanging && (
        <SeatsDialog organizationId={organizationId} start={nextUsers} onClose={() => setChanging(false)} />
      )}
    </Card>
  )
}
