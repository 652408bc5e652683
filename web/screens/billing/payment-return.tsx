import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { saveCard } from '#contract/billing/cards.ts'
import type { Me } from '#contract/identity/people.ts'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { paths, type PaymentKind, paymentKinds } from '#web/client/addresses/paths.ts'
import { write } from '#web/client/api.ts'
import { type Failure, showFailure } from '#web/client/failure.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { queryClient } from '#web/client/query-client.ts'
import { Card } from '#web/kit/card.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { SupportText } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { cardRefused } from './paying/confirm-payment.tsx'
import { PaymentDone, paymentFlows } from './paying/payment-done.tsx'
import { debtPaid, minutesLate, paymentFailed, settlePayment, settleWithToast } from './paying/settle-payment.ts'
import { paymentsQuery } from './paying/use-payments.ts'
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
  const back = billingOf(isPool)
  async function keepUnlessRefused() {
    const refusal = await readSetupRefusal()
    if (refusal === null) await write(saveCard, { body: { setupIntentId, organizationId } })
    return refusal
  }
  return (
    <Returned
      id={setupIntentId}
      what="your card"
      waiting="Saving your card…"
      end={keepUnlessRefused}
      refused={{
        title: 'Your card was not saved',
        failure: cardRefused,
        advice: 'Nothing was charged, and any card you saved before is still in place.',
        backHref: back,
        backLabel: isPool ? 'Back to Billing' : 'Back to Account',
      }}
    >
      {() => <Redirect to={back} replace />}
    </Returned>
  )
}

/** Settles the payment of a person's or a pool's debt, then returns to the page that shows the rest. */
function ReturnedDebt({ paymentIntentId, isPool }: { paymentIntentId: string; isPool: boolean }) {
  const back = billingOf(isPool)
  async function settleUnlessRefused() {
    const refusal = await readPaymentRefusal()
    if (refusal === null) await settleWithToast(paymentIntentId, debtPaid)
    return refusal
  }
  return (
    <Returned
      id={paymentIntentId}
      {...payment}
      end={settleUnlessRefused}
      refused={{ ...refusedPayment, backHref: back }}
    >
      {() => <Redirect to={back} replace />}
    </Returned>
  )
}

/** Returns the page with the cards and debts of the person or the pool. */
function billingOf(isPool: boolean): string {
  return isPool ? paths.organizationDashboard({ tab: 'billing' }) : paths.account()
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
  const { isSilent, tryAgain } = paymentFlows[kind]
  const [purchasedBefore] = useState(user.purchasedCredits)
  /** Asks the provider how the payment ended and only then notifies the server, which decides. */
  async function settleUnlessRefused() {
    const refusal = await readPaymentRefusal()
    if (refusal !== null) return refusal
    const settlement = await settlePayment({ paymentIntentId, purchasedBefore })
    if (settlement.state !== 'failed') return settlement
    if (settlement.refusal !== null) return settlement.refusal
    if (!isSilent) showFailure(minutesLate)
    return settlement
  }
  return (
    <Returned
      id={paymentIntentId}
      {...payment}
      end={settleUnlessRefused}
      refused={{ ...refusedPayment, backHref: tryAgain(resume) }}
    >
      {(settlement) => (
        <Page title="Payment">
          <PaymentDone kind={kind} settlement={settlement} />
        </Page>
      )}
    </Returned>
  )
}

const payment = { what: 'your payment', waiting: 'Confirming your payment…' }
const refusedPayment = {
  title: 'Your payment did not go through',
  failure: paymentFailed,
  advice: 'Nothing was charged. You can try again with the same or another card.',
  backLabel: 'Try Again',
}

interface ReturnedProps<Result> {
  /** The provider's id of the payment or setup. */
  id: string
  what: string
  waiting: string
  /** Resolves to why the bank or the provider refused, as a text, or to what came of it. */
  end: () => Promise<string | Result>
  refused: Omit<RefusedProps, 'message'>
  children: (result: Result) => ReactNode
}

/** Ends what was interrupted, or says why it was refused. */
function Returned<Result>({ id, what, waiting, end, refused, children }: ReturnedProps<Result>) {
  // A query is made only once.
  const read = useQuery({ queryKey: ['returned', id], queryFn: end })
  return (
    <Loaded read={read} what={what} skeleton={<PageSpinner label={waiting} />}>
      {(ended) => (typeof ended === 'string' ? <Refused {...refused} message={ended} /> : children(ended))}
    </Loaded>
  )
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
  return paymentIntent.last_payment_error?.message ?? paymentFailed.text
}

/** Returns the same for a card that was to be saved. */
async function readSetupRefusal(): Promise<string | null> {
  const secret = readSecret('setup_intent_client_secret')
  if (!secret) return null
  const stripe = await queryClient.ensureQueryData(paymentsQuery)
  const { setupIntent } = await stripe.retrieveSetupIntent(secret)
  if (!setupIntent || !unpaid.has(setupIntent.status)) return null
  return setupIntent.last_setup_error?.message ?? cardRefused.text
}
