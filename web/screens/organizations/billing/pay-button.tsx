import { useState } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { payOrganizationOverdue, reactivateOrganization } from '#contract/organizations/subscription.ts'
import { useCall } from '#web/client/api.ts'
import { focusHeading } from '#web/client/navigation.ts'
import { accessPaid } from './toasts.ts'
import { CardFormDialog } from '#web/screens/billing/paying/card-form-dialog.tsx'
import { keptCard } from '#web/screens/billing/paying/card-name.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { readAgain } from '#web/client/query-client.ts'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { settleOrganizationPayment } from './settle-payment.ts'

interface Props {
  call: typeof payOrganizationOverdue | typeof reactivateOrganization
  organizationId: number
  label: string
  title: string
  /** Says what the amount is for. */
  describe: (amount: string) => string
}

/** Opens a payment of the organization, takes a card for it, and reloads what the payment changes. */
export function PayButton({ call, organizationId, label, title, describe }: Props) {
  const [opened, setOpened] = useState<Answer<typeof call> | null>(null)
  const open = useCall(call, {
    done: setOpened,
    // Already paid, perhaps in another tab: what is shown is out of date.
    refused: () => void readAgain(),
  })
  const amount = formatDollars(opened?.amount ?? 0)

  async function settle(paymentIntentId: string) {
    setOpened(null)
    if (await settleOrganizationPayment(paymentIntentId)) showToast(accessPaid)
    // The pressed button is gone.
    focusHeading()
  }

  return (
    <>
      <Button
        wide
        pending={open.isPending}
        pendingText="Preparing…"
        onClick={() => open.mutate({ params: { organizationId: String(organizationId) } })}
      >
        {label}
      </Button>
      <CardFormDialog
        clientSecret={opened?.clientSecret ?? null}
        purpose="payment"
        title={title}
        description={describe(amount)}
        payLabel={`Pay ${amount}`}
        keptCard={opened && keptCard(opened, `Pay ${amount}`)}
        returnPath={paths.paymentReturn({ after: 'pool' })}
        onClose={() => setOpened(null)}
        onPaid={(id) => void settle(id)}
      />
    </>
  )
}
