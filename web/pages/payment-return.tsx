import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import type { Me } from '#contract/people.ts'
import { readSecret } from '#web/address-secrets.ts'
import { configQuery } from '#web/config.ts'
import { useMe } from '#web/me.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { Page } from '#web/parts/page-layout.tsx'
import { Paid } from '#web/parts/payment-step.tsx'
import { paths, type PaymentKind } from '#web/paths.ts'
import { queryClient } from '#web/query-client.ts'
import { settlePayment, type Settlement } from '#web/settle-payment.ts'
import { failures, showFailure } from '#web/toasts.ts'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** /payment-return: takes up a payment where a bank's own page interrupted it (D39). */
export default function PaymentReturn() {
  const user = useMe()
  const [search] = useSearchParams()
  const paymentIntentId = search.get('payment_intent')
  if (!user) return null
  if (!paymentIntentId) return <Redirect to={paths.home()} replace />
  const kind: PaymentKind = search.get('after') === 'purchase' ? 'purchase' : 'registration'
  return <Returned user={user} paymentIntentId={paymentIntentId} kind={kind} />
}

interface Props {
  user: Me
  paymentIntentId: string
  kind: PaymentKind
}

function Returned({ user, paymentIntentId, kind }: Props) {
  const [purchasedBefore] = useState(user.purchasedCredits)
  // Read as a query, so that the server is told once.
  const outcome = useQuery({
    queryKey: ['returned payment', paymentIntentId],
    queryFn: () => readOutcome({ paymentIntentId, purchasedBefore }),
  })
  if (outcome.isPending) return <PageSpinner label="Confirming your payment…" />
  if (outcome.isError) return <LoadError what="your payment" failed={outcome} />
  const { data } = outcome
  if (data.state === 'refused') return <Refused kind={kind} message={data.message} />
  return (
    <Page title="Payment">
      <SettledToast kind={kind} settlement={data} />
      <Paid kind={kind} settlement={data} />
    </Page>
  )
}

type Outcome = Settlement | { state: 'refused'; message: string }

/** Asks the provider how the payment ended, with the secret that it sent along, and only then tells the server. */
async function readOutcome(paid: { paymentIntentId: string; purchasedBefore: number }): Promise<Outcome> {
  const secret = readSecret('payment_intent_client_secret')
  if (secret) {
    const { payments } = await queryClient.ensureQueryData(configQuery)
    const { loadPayments } = await import('#web/parts/load-payments.ts')
    const stripe = await loadPayments(payments)
    const { paymentIntent } = await stripe.retrievePaymentIntent(secret)
    const isOpen = paymentIntent?.status === 'requires_payment_method' || paymentIntent?.status === 'canceled'
    if (isOpen) return { state: 'refused', message: paymentIntent.last_payment_error?.message ?? failures.payment.text }
  }
  return settlePayment(paid)
}

function SettledToast({ kind, settlement }: { kind: PaymentKind; settlement: Settlement }) {
  const isLate = settlement.state === 'failed' && kind === 'purchase'
  useEffect(() => {
    if (isLate) showFailure(failures.creditsLate)
  }, [isLate])
  return null
}

function Refused({ kind, message }: { kind: PaymentKind; message: string }) {
  useEffect(() => showToast({ title: failures.payment.title, description: message, tone: 'danger' }), [message])
  return (
    <Page title="Your payment did not go through" width="form">
      <Card>
        <p className="text-lg">{message}</p>
        <p className="mt-2 text-muted">Nothing was charged. You can try again with the same or another card.</p>
        <LinkButton
          href={kind === 'purchase' ? paths.checkout() : paths.register({ step: 'payment' })}
          wide
          size="touch"
          className="mt-6"
        >
          Try Again
        </LinkButton>
      </Card>
    </Page>
  )
}
