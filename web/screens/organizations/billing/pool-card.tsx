import { cardExpiry, cardName } from '#web/screens/billing/paying/card-name.ts'
import { CardExpiry, useCardForm } from '#web/screens/billing/paying/use-card-form.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import type { Billing } from './billing.ts'

interface Props {
  organizationId: number
  card: Billing['card']
  /** Whether the person works in this organization; false when a platform admin views it. */
  isOwn: boolean
}

/** The card charged for renewals, seats and auto-purchase, with a button to change it (D46, D109). */
export function PoolCard({ organizationId, card, isOwn }: Props) {
  const update = useCardForm({
    title: card ? 'Update card' : 'Add card',
    description:
      'We use it for renewals, seats and auto-refill. Nothing is charged now, unless we retry a declined refill.',
    returnPath: paths.paymentReturn({ after: 'pool-card' }),
    organizationId,
  })
  return (
    <Card title="Saved card">
      <div className="flex flex-col gap-4">
        {card ? (
          <p>
            {cardName(card)} <span className="text-muted">expires {cardExpiry(card)}</span>
          </p>
        ) : (
          <p className="text-muted">No saved card.</p>
        )}
        {card && <CardExpiry card={card} />}
        {isOwn && (
          <Button variant="secondary" wide pending={update.isOpening} pendingText="Preparing…" onClick={update.open}>
            {card ? 'Update Card' : 'Add Card'}
          </Button>
        )}
        {update.dialog}
      </div>
    </Card>
  )
}
