import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { firstPackageBonus, packages, packageTiers } from '#contract/billing/prices.ts'
import { createPaymentIntent, firstTimeEligible } from '#contract/billing/purchases.ts'
import { query, useCall } from '#web/client/api.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { useMe } from '#web/client/me.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { PackageCards, packageNameId } from '#web/screens/billing/package-cards.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PaymentStep } from '#web/screens/billing/paying/payment-step.tsx'
import { billingFailures } from '../toasts.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { AskAdmins } from './ask-admins.tsx'
import { Balance } from './balance.tsx'
import { keptCard } from './kept-card.ts'
import { PoolPurchase } from './pool-purchase.tsx'
import { ResumePayment } from './resume-payment.tsx'

/**
 * /checkout: four plans, then the payment (S089-S092); packages for the pool of an organization (D49); or a payment
 * that the bank stopped (D47).
 */
export default function Checkout() {
  const user = useMe()
  const [search] = useSearchParams()
  const stoppedId = search.get('resume')
  if (!user) return null
  if (stoppedId) return <ResumePayment key={stoppedId} user={user} checkoutId={stoppedId} />
  const { organizationId, organizationName, organizationRole } = user
  if (organizationId === null || organizationName === null) return <Purchase user={user} />
  if (organizationRole !== 'admin') return <AskAdmins user={user} />
  return <PoolPurchase key={organizationId} user={user} organization={{ id: organizationId, name: organizationName }} />
}

function Purchase({ user }: { user: Me }) {
  const [opened, setOpened] = useState<Answer<typeof createPaymentIntent> | null>(null)
  useStepFocus(opened ? 'payment' : 'plans')
  if (!opened) return <Plans balance={user.creditBalance} onOpened={setOpened} />
  return (
    <Page title="Payment" description="We'll add your minutes as soon as your payment goes through.">
      <PaymentStep
        kind="purchase"
        user={user}
        opened={opened}
        keptCard={keptCard(opened)}
        back={{ label: 'Back to Plans', onBack: () => setOpened(null) }}
      />
    </Page>
  )
}

interface PlansProps {
  balance: number
  onOpened: (opened: Answer<typeof createPaymentIntent>) => void
}

function Plans({ balance, onOpened }: PlansProps) {
  const open = useCall(createPaymentIntent, { failed: billingFailures.paymentSetup, done: onOpened })
  const opening = open.isPending ? open.variables.body.tier : null
  return (
    <Page
      title="Buy Credits"
      description="Minutes you buy never expire. 1 credit = 1 minute with any agent."
      actions={<Balance minutes={balance} />}
    >
      <FirstTimeBonus />
      <PackageCards
        action={({ tier, name, popular }) => (
          <Button
            wide
            variant={popular ? 'primary' : 'secondary'}
            aria-describedby={packageNameId(tier)}
            pending={opening === tier}
            pendingText="Preparing…"
            disabled={opening !== null && opening !== tier}
            onClick={() => open.mutate({ body: { tier } })}
          >
            Choose {name}
          </Button>
        )}
      />
    </Page>
  )
}

/** Shown while there is a bonus, to people who have not bought anything yet (S090, D40). */
function FirstTimeBonus() {
  const { data } = useLoadToast(useQuery(query(firstTimeEligible)))
  if (!data?.isFirstTime || data.bonusPercent <= 0) return null
  const { bonusPercent } = data
  // Whole minutes, as they will be credited; a small percentage of a small package may round to none.
  const given = packageTiers
    .map((tier) => ({ ...packages[tier], bonus: firstPackageBonus(packages[tier].minutes, bonusPercent) }))
    .filter(({ bonus }) => bonus > 0)
    .map(({ name, bonus }) => `${bonus} with ${name}`)
  return (
    <div className="mb-6">
      <Banner tone="success" title="First-time bonus">
        {`Your first package comes with ${bonusPercent}% more minutes: ${given.join(', ')}.`}
      </Banner>
    </div>
  )
}
