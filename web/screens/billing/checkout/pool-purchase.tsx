import { useState } from 'react'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import { useCall } from '#web/client/api.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PaymentStep } from '#web/screens/billing/paying/payment-step.tsx'
import { billingFailures } from '../toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Balance } from './balance.tsx'
import { keptCard } from './kept-card.ts'
import { PoolHead } from './pool-head.tsx'
import { PoolPackages, poolPackageNameId } from './pool-packages.tsx'

interface Props {
  user: Me
  /** The organization whose pool gets the minutes. */
  organization: { id: number; name: string }
}

/** Five one-time packages for the organization's pool, then the payment with its saved card or another (D49). */
export function PoolPurchase({ user, organization }: Props) {
  const [opened, setOpened] = useState<Answer<typeof createPaymentIntent> | null>(null)
  useStepFocus(opened ? 'payment' : 'plans')
  if (!opened) return <Plans user={user} organization={organization} onOpened={setOpened} />
  return (
    <Page title="Payment" description="We'll add the minutes to the pool as soon as your payment goes through.">
      <PaymentStep
        kind="pool"
        user={user}
        opened={opened}
        keptCard={keptCard(opened)}
        summaryHead={<PoolHead organizationName={organization.name} minutes={opened.summary.packageMinutes} />}
        back={{ label: 'Back to Packages', onBack: () => setOpened(null) }}
      />
    </Page>
  )
}

interface PlansProps extends Props {
  onOpened: (opened: Answer<typeof createPaymentIntent>) => void
}

function Plans({ user, organization: { id: organizationId, name }, onOpened }: PlansProps) {
  const open = useCall(createPaymentIntent, { failed: billingFailures.paymentSetup, done: onOpened })
  const opening = open.isPending ? open.variables.body.tier : null
  return (
    <Page
      title="Buy Credits"
      description={`A one-time top-up for everyone in ${name}. Minutes in the pool never expire.`}
      actions={<Balance minutes={user.organizationCredits ?? 0} label="In the pool" />}
    >
      <PoolPackages
        action={(tier, offer) => (
          <Button
            wide
            variant={offer.badge ? 'primary' : 'secondary'}
            aria-describedby={poolPackageNameId(tier)}
            pending={opening === tier}
            pendingText="Preparing…"
            disabled={opening !== null && opening !== tier}
            onClick={() => open.mutate({ body: { tier, organizationId } })}
          >
            Choose {offer.name}
          </Button>
        )}
      />
    </Page>
  )
}
