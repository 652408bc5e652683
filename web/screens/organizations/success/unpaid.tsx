import { formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { registrationStatus } from '#contract/organizations/payment.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

interface Props {
  id: string
  details: Answer<typeof registrationStatus>['details']
}

/** Says that the order is unpaid, and links the person who ordered it to the payment. */
export function Unpaid({ id, details }: Props) {
  if (!details) {
    return (
      <Card title="This order hasn't been paid yet">
        <p>
          Nothing was charged. You can continue in the browser you ordered with. If the order stays unpaid for a day,
          we'll email a payment link to its contact address.
        </p>
      </Card>
    )
  }
  const { amounts, expiresAt } = details
  return (
    <Card title="Your order hasn't been paid yet">
      <p>
        Nothing was charged. Your order is kept until <DateTime value={expiresAt} />. Your organization opens once you
        pay <span translate="no">{formatDollars(amounts.today)}</span>.
      </p>
      <LinkButton
        href={paths.organizationCheckout({ registrationId: id, amount: amounts.today })}
        size="touch"
        className="mt-6"
      >
        Continue to Payment
      </LinkButton>
    </Card>
  )
}
