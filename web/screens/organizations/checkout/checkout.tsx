import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { dollarsToCents, formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { createOrganizationPayment, organizationOrder } from '#contract/organizations/payment.ts'
import { userBlockSentence } from '#contract/organizations/prices.ts'
import { ApiError } from '#web/client/api-error.ts'
import { keyOf, send } from '#web/client/api.ts'
import { useConfig } from '#web/client/config.ts'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import { useArrivedValues } from '#web/screens/organizations/prices/arrived-values.ts'
import { askPayment } from './checkout-link.ts'
import { ChargeNote } from '#web/screens/billing/paying/order-summary.tsx'
import { CardSkeleton, PaymentColumns } from '#web/screens/billing/paying/card-skeleton.tsx'
import { OrganizationSteps } from '#web/screens/organizations/steps.tsx'
import { SummaryOf, totalLabels } from '#web/screens/organizations/prices/summary.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PaymentForm } from '#web/screens/billing/paying/payment-form.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { showFailure, withdrawFailure } from '#web/client/failure.ts'
import { checkoutFailures, checkoutSuccesses } from './toasts.ts'
import { useOpened } from '#web/client/use-opened.ts'
import { Card } from '#web/kit/card.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { ContactAddress } from './contact-address.tsx'
import { AutoPurchaseLine, autoPurchaseText, useAutoPurchaseChoice } from './auto-purchase-choice.tsx'
import { SetupFailed } from './setup-failed.tsx'

/**
 * /organization-checkout: pays a registration. The address only names it; all figures come from the server (D102,
 * D107).
 */
export default function OrganizationCheckout() {
  const arrived = useArrivedValues()
  const registrationId = arrived.get('registrationId')
  const isPayable = Boolean(registrationId) && Number(arrived.get('amount')) > 0
  useEffect(() => {
    if (!isPayable) showFailure(checkoutFailures.orderIncomplete)
  }, [isPayable])
  if (!registrationId || !isPayable)
    return <SetupFailed reason="This link is missing part of your order. Please start again from the pricing." />
  return <Payment registrationId={registrationId} />
}

type Ordered = Answer<typeof organizationOrder>
type Opened = Answer<typeof createOrganizationPayment>

/** Reads the order, then opens the payment with the figures that the page will show. */
function openingOf(registrationId: string) {
  return {
    queryKey: [...keyOf(createOrganizationPayment), registrationId],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const ordered = await send(organizationOrder, { params: { id: registrationId } }, { signal })
      const asked = askPayment(registrationId, ordered)
      return { ordered, asked, opened: await send(createOrganizationPayment, { body: asked }, { signal }) }
    },
  }
}

/** Refusals that the screen explains in its own words. */
const explained = ['already_paid', 'registration_expired', 'secret_missing']

function Payment({ registrationId }: { registrationId: string }) {
  const open = useOpened(openingOf(registrationId), { failed: checkoutFailures.orderPayment, explained })
  const refusal = open.error instanceof ApiError ? open.error : null
  // A new object for each try, so that each one is reported.
  const withoutSecret = refusal?.code === 'secret_missing' ? refusal : readWithoutSecret(open.data?.opened)
  const isOpen = open.isSuccess && !withoutSecret
  useEffect(() => {
    if (withoutSecret) showFailure(checkoutFailures.orderWithoutSecret)
    else if (isOpen) withdrawFailure(checkoutFailures.orderWithoutSecret)
  }, [withoutSecret, isOpen])
  if (withoutSecret) return <SetupFailed reason={checkoutFailures.orderWithoutSecret.text} retry={open} />
  if (open.isError) {
    return (
      <SetupFailed reason={reasonOf(open.error)} code={refusal?.code} registrationId={registrationId} retry={open} />
    )
  }
  return (
    <Page
      title="Payment & Setup"
      description="One payment covers setup and the first month."
      above={<OrganizationSteps at={1} />}
    >
      {open.data ? (
        <Order registrationId={registrationId} {...open.data} onReplaced={() => open.refetch()} />
      ) : (
        <Opening />
      )}
    </Page>
  )
}

/** Returns an answer that lacks the payment, such as a proxy's (S617); null otherwise. */
function readWithoutSecret(answer: Partial<Opened> | undefined): object | null {
  return answer && !answer.clientSecret ? answer : null
}

function reasonOf(error: Error): string {
  const told = error instanceof ApiError && error.status !== 500 ? error.problem?.message : undefined
  return told ?? checkoutFailures.orderPayment.text
}

function Opening() {
  return (
    <PaymentColumns summary={<CardSkeleton fieldsOnly />}>
      <Card title="Card">
        <CardSkeleton />
      </Card>
    </PaymentColumns>
  )
}

interface OrderProps {
  registrationId: string
  ordered: Ordered
  asked: ReturnType<typeof askPayment>
  opened: Opened
  /** Opens a new payment when this one was replaced elsewhere. */
  onReplaced: () => Promise<unknown>
}

function Order({ registrationId, ordered, asked, opened, onReplaced }: OrderProps) {
  const { amounts, order, contact } = ordered
  const { clientSecret, autoPurchase } = opened
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const choice = useAutoPurchaseChoice(asked, autoPurchase)
  const businessName = useConfig()?.businessName ?? 'Luna for Business'
  const successPath = paths.organizationSuccess({ id: registrationId })

  function goOn() {
    showToast(checkoutSuccesses.orderPaid)
    navigate(successPath)
  }

  return (
    <PaymentColumns
      summary={
        <SummaryOf
          title="Investment Summary"
          lines={order.lines.map(({ amount, ...line }) => ({ ...line, cents: dollarsToCents(amount) }))}
          more={<AutoPurchaseLine terms={autoPurchase} choice={choice} isDisabled={isBusy} />}
          sums={(['oneTime', 'monthly', 'today'] as const).map((total) => ({
            label: totalLabels[total],
            cents: dollarsToCents(amounts[total]),
          }))}
        >
          {contact && <ContactAddress contact={contact} organizationName={order.organizationName} />}
          <p className="mt-4 text-sm text-muted">{userBlockSentence}</p>
        </SummaryOf>
      }
    >
      <Card title="Card">
        <div className="flex flex-col gap-5">
          <PaymentForm
            key={clientSecret}
            clientSecret={clientSecret}
            payLabel={`Pay ${formatDollars(opened.amounts.today)}`}
            returnPath={successPath}
            unexpected={checkoutFailures.orderUnexpected}
            onBusy={setBusy}
            onPaid={goOn}
            onReplaced={onReplaced}
          >
            <ChargeNote
              seller={businessName}
              today={formatDollars(opened.amounts.today)}
              later={`It renews at ${formatDollars(amounts.monthly)} a month, starting one month from today; an admin can cancel anytime under Billing. ${autoPurchaseText(autoPurchase, choice.isOn)}`}
            />
          </PaymentForm>
          <TermsNote />
        </div>
      </Card>
    </PaymentColumns>
  )
}
