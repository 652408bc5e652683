import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { saveCard } from '#contract/billing/cards.ts'
import type { Me } from '#contract/identity/people.ts'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { paths, type PaymentKind, paymentKinds } from '#web/client/addresses/paths.ts'
import { isSignedOut } from '#web/client/api-error.ts'
import { send } from '#web/client/api.ts'
import { type Failure, showFailure } from '#web/client/failure.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useMe } from '#web/client/me.ts'
import { queryClient, readAgain } from '#web/client/query-client.ts'
import { Card } from '#web/kit/card.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { SupportText } from '#web/kit/support-text.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PaymentDone } from './paying/payment-done.tsx'
import { paymentFlows } from './paying/payment-flows.ts'
import { settleDebt } from './paying/settle-debt.ts'
import { type Settlement, settlePayment } from './paying/settle-payment.ts'
import { paymentsQuery } from './paying/use-payments.ts'
import { billingFailures, billingSuccesses } from './toasts.ts'

/** /payment-return: continues what a bank's own page interrupted (D39). */
export default function PaymentReturn() {
  const user = useMe()
  const [search] = useSearchParams()
  const setupIntentId = search.get('setup_intent')
  const paymentIntentId = search.get('payment_intent')
  const after = search.get('after')
  if (!user) return null
  if (setupIntentId) return <ReturnedCard user={user} setupIntentId={setupIntentId} isPool={after === 'pool-card'} />
  if (!paymentIntentId) return <Redirect to={paths.home()} replace />
  if (after === 'debt' || after === 'pool-debt') {
    return <ReturnedDebt paymentIntentId={paymentIntentId} isPool={after === 'pool-debt'} />
  }
  const kind = paymentKinds.find((one) => one === after) ?? 'registration'
  const resume = search.get('resume') ?? undefined
  return <ReturnedPayment user={user} paymentIntentId={paymentIntentId} kind={kind} resume={resume} />
}

interface CardProps {
  user: Me
  setupIntentId: string
  /** Whether it is saved for the pool of the user's organization. */
  isPool: boolean
}

/** Saves a card after the bank's page as if the page had never been left, then returns to where it started. */
function ReturnedCard({ user, setupIntentId, isPool }: CardProps) {
  const organizationId = isPool ? (user.organizationId ?? undefined) : undefined
  const back = isPool ? paths.organizationDashboard({ tab: 'billing' }) : paths.account()
  const refusal = useQuery({
    queryKey: ['returned card', setupIntentId],
    queryFn: () => keepUnlessRefused(setupIntentId, organizationId),
  })
  const { error } = refusal
  useEffect(() => {
    if (error && !isSignedOut(error)) showFailure(billingFailures.saveCard, error)
  }, [error])
  if (refusal.isPending) return <PageSpinner label="Saving your card…" />
  if (refusal.isError) return <LoadError what="your card" failed={refusal} />
  if (refusal.data === null) return <Redirect to={back} replace />
  return (
    <Refused
      title="Your card was not saved"
      failure={billingFailures.cardRefused}
      message={refusal.data}
      advice="Nothing was charged, and any card you saved before is still in place."
      backHref={back}
      backLabel={isPool ? 'Back to Billing' : 'Back to Account'}
    />
  )
}

async function keepUnlessRefused(setupIntentId: string, organizationId?: number): Promise<string | null> {
  const message = await readSetupRefusal()
  if (message !== null) return message
  await send(saveCard, { body: { setupIntentId, organizationId } })
  await readAgain()
  showToast(billingSuccesses.cardSaved)
  return null
}

interface DebtProps {
  paymentIntentId: string
  /** Whether the debt belongs to the organization's pool. */
  isPool: boolean
}

/** Settles the payment of a debt after the bank's page, then returns to the page that shows the rest. */
function ReturnedDebt({ paymentIntentId, isPool }: DebtProps) {
  const back = isPool ? paths.organizationDashboard({ tab: 'billing' }) : paths.account()
  const refusal = useQuery({
    queryKey: ['returned debt', paymentIntentId],
    queryFn: () => settleUnlessRefused(paymentIntentId),
  })
  if (refusal.isPending) return <PageSpinner label="Confirming your payment…" />
  if (refusal.isError) return <LoadError what="your payment" failed={refusal} />
  if (refusal.data === null) return <Redirect to={back} replace />
  return (
    <Refused
      title="Your payment did not go through"
      failure={billingFailures.payment}
      message={refusal.data}
      advice="Nothing was charged. You can try again with the same or another card."
      backHref={back}
      backLabel="Try Again"
    />
  )
}

async function settleUnlessRefused(paymentIntentId: string): Promise<string | null> {
  const message = await readPaymentRefusal()
  if (message === null) await settleDebt(paymentIntentId)
  return message
}

interface PaymentProps {
  user: Me
  paymentIntentId: string
  kind: PaymentKind
  /** Id of the stopped payment that was to be confirmed. */
  resume: string | undefined
}

/** Settles a payment after the bank's page as if the page had never been left, or says why not and leads back. */
function ReturnedPayment({ user, paymentIntentId, kind, resume }: PaymentProps) {
  const [purchasedBefore] = useState(user.purchasedCredits)
  const { isSilent, tryAgain } = paymentFlows[kind]
  // Read as a query, so that the server is notified once.
  const outcome = useQuery({
    queryKey: ['returned payment', paymentIntentId],
    queryFn: () => readOutcome({ paymentIntentId, purchasedBefore }),
  })
  const isLate = outcome.data?.state === 'failed' && !isSilent
  useEffect(() => {
    if (isLate) showFailure(billingFailures.minutesLate)
  }, [isLate])
  if (outcome.isPending) return <PageSpinner label="Confirming your payment…" />
  if (outcome.isError) return <LoadError what="your payment" failed={outcome} />
  if (outcome.data.state === 'refused') {
    return (
      <Refused
        title="Your payment did not go through"
        failure={billingFailures.payment}
        message={outcome.data.message}
        advice="Nothing was charged. You can try again with the same or another card."
        backHref={tryAgain(resume)}
        backLabel="Try Again"
      />
    )
  }
  return (
    <Page title="Payment">
      <PaymentDone kind={kind} settlement={outcome.data} />
    </Page>
  )
}

type Outcome = Settlement | { state: 'refused'; message: string }

/** Asks the provider how the payment ended and only then notifies the server, which decides. */
async function readOutcome(paid: { paymentIntentId: string; purchasedBefore: number }): Promise<Outcome> {
  const message = await readPaymentRefusal()
  if (message !== null) return { state: 'refused', message }
  const settlement = await settlePayment(paid)
  const isRefused = settlement.state === 'failed' && settlement.refusal !== null
  return isRefused ? { state: 'refused', message: settlement.refusal ?? '' } : settlement
}

interface RefusedProps {
  title: string
  /** Its toast gets the provider's message. */
  failure: Failure
  message: string
  /** What is still in place, and what to do next. */
  advice: string
  backHref: string
  backLabel: string
}

/** Says what the bank or the provider refused, and leads back to where it can be tried again. */
function Refused({ title, failure, message, advice, backHref, backLabel }: RefusedProps) {
  useEffect(() => showToast({ title: failure.title, description: message, tone: 'danger' }), [failure, message])
  return (
    <Page title={title} width="form">
      <Card>
        <p className="text-lg">
          <SupportText>{message}</SupportText>
        </p>
        <p className="mt-2 text-muted">{advice}</p>
        <LinkButton href={backHref} wide size="touch" className="mt-6">
          {backLabel}
        </LinkButton>
      </Card>
    </Page>
  )
}

const unpaid = new Set(['requires_payment_method', 'canceled'])

/**
 * Returns why the payment behind the bank's page failed, in the provider's words; null if it went through, or if its
 * secret is missing and the server has to find out.
 */
async function readPaymentRefusal(): Promise<string | null> {
  const secret = readSecret('payment_intent_client_secret')
  if (!secret) return null
  const stripe = await queryClient.ensureQueryData(paymentsQuery)
  const { paymentIntent } = await stripe.retrievePaymentIntent(secret)
  if (!paymentIntent || !unpaid.has(paymentIntent.status)) return null
  return paymentIntent.last_payment_error?.message ?? billingFailures.payment.text
}

/** Returns the same for a card that was to be saved. */
async function readSetupRefusal(): Promise<string | null> {
  const secret = readSecret('setup_intent_client_secret')
  if (!secret) return null
  const stripe = await queryClient.ensureQueryData(paymentsQuery)
  const { setupIntent } = await stripe.retrieveSetupIntent(secret)
  if (!setupIntent || !unpaid.has(setupIntent.status)) return null
  return setupIntent.last_setup_error?.message ?? billingFailures.cardRefused.text
}
