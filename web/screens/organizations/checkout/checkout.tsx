import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { dollarsToCents, formatDollars, formatPrice, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { createOrganizationPayment, organizationOrder } from '#contract/organizations/payment.ts'
import { poolAutoPurchaseBelowMinutes, userBlockSentence } from '#contract/organizations/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { ApiError } from '#web/client/api-error.ts'
import { keyOf, send, useCall } from '#web/client/api.ts'
import { useConfig } from '#web/client/config.ts'
import { showFailure, withdrawFailure, type Failure } from '#web/client/failure.ts'
import { useOpened } from '#web/client/use-opened.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { keepInput } from '#web/kit/fields/kept-input.ts'
import { Switch } from '#web/kit/fields/switch.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { SupportText, TextLink } from '#web/kit/text-link.tsx'
import { CardSkeleton, PaymentColumns } from '#web/screens/billing/paying/card-skeleton.tsx'
import { ChargeNote } from '#web/screens/billing/paying/order-summary.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import { useArrivedValues } from '../prices/arrived-values.ts'
import { choiceQuery } from '../prices/choice.ts'
import { SummaryOf, totalLabels } from '../prices/summary.tsx'
import { OrganizationSteps } from '../steps.tsx'
import { askPayment, registrationInput } from './checkout-link.ts'

/** It brings the provider's code. */
const PaymentForm = lazy(async () => ({
  default: (await import('#web/screens/billing/paying/payment-form.tsx')).PaymentForm,
}))

/** Word for word as specified. */
const failures = {
  incomplete: { title: 'Invalid Request', text: 'Missing registration details or amount' },
  withoutSecret: {
    title: 'Payment Setup Error',
    text: 'Payment could not be initialized. Missing client secret.',
  },
  opening: { title: 'Error', text: 'Failed to initialize payment' },
  unexpected: { title: 'Payment Error', text: 'An unexpected error occurred' },
  choice: { title: 'Error', text: 'Failed to save your choice. Please try again.' },
} as const satisfies Record<string, Failure>

/**
 * /organization-checkout: pays a registration. The address only names it; all figures come from the server (D102,
 * D107).
 */
export default function OrganizationCheckout() {
  const arrived = useArrivedValues()
  const registrationId = arrived.get('registrationId')
  const isPayable = Boolean(registrationId) && Number(arrived.get('amount')) > 0
  useEffect(() => {
    if (!isPayable) showFailure(failures.incomplete)
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
  const open = useOpened(openingOf(registrationId), { failed: failures.opening, explained })
  const refusal = open.error instanceof ApiError ? open.error : null
  // A new object for each try, so that each one is reported.
  const withoutSecret = refusal?.code === 'secret_missing' ? refusal : readWithoutSecret(open.data?.opened)
  const isOpen = open.isSuccess && !withoutSecret
  useEffect(() => {
    if (withoutSecret) showFailure(failures.withoutSecret)
    else if (isOpen) withdrawFailure(failures.withoutSecret)
  }, [withoutSecret, isOpen])
  if (withoutSecret) return <SetupFailed reason={failures.withoutSecret.text} retry={open} />
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
        <PaymentColumns summary={<CardSkeleton fieldsOnly />}>
          <Card title="Card">
            <CardSkeleton />
          </Card>
        </PaymentColumns>
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
  return told ?? failures.opening.text
}

interface FailedProps {
  reason: string
  /** The code of the server's refusal. */
  code?: string | undefined
  registrationId?: string
  /** Tries again, where that can help. */
  retry?: { isFetching: boolean; refetch: () => unknown }
}

/** Replaces the checkout when nothing can be paid here; nothing was charged. */
function SetupFailed({ reason, code, registrationId, retry }: FailedProps) {
  const isPaid = code === 'already_paid' && registrationId !== undefined
  const isFinal = code === 'registration_expired' || code === 'registration_not_found'
  return (
    <Page title={isPaid ? 'Already paid' : 'Payment Setup Failed'} width="form">
      <Card>
        <p className="text-lg">
          <SupportText>{reason}</SupportText>
        </p>
        <p className="mt-2 text-muted">{isPaid ? "You don't need to pay again." : 'Nothing was charged.'}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {isPaid && (
            <LinkButton href={paths.organizationSuccess({ id: registrationId })}>See Your Organization</LinkButton>
          )}
          {!isPaid && retry && !isFinal && (
            <Button pending={retry.isFetching} pendingText="Trying…" onClick={() => void retry.refetch()}>
              Try Again
            </Button>
          )}
          {!isPaid && (
            <LinkButton href={paths.organizationInfo()} variant={retry && !isFinal ? 'secondary' : 'primary'}>
              Back to Info
            </LinkButton>
          )}
        </div>
      </Card>
    </Page>
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
    showToast({ title: 'Payment Successful', description: 'Your organization is being set up.', tone: 'success' })
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
          <Suspense fallback={<CardSkeleton />}>
            <PaymentForm
              key={clientSecret}
              clientSecret={clientSecret}
              payLabel={`Pay ${formatDollars(opened.amounts.today)}`}
              returnPath={successPath}
              unexpected={failures.unexpected}
              onBusy={setBusy}
              onPaid={goOn}
              onReplaced={onReplaced}
            >
              <ChargeNote
                seller={businessName}
                today={formatDollars(opened.amounts.today)}
                later={`It renews at ${formatDollars(amounts.monthly)} a month, starting one month from today; an admin can cancel anytime under Billing. ${choice.note}`}
              />
            </PaymentForm>
          </Suspense>
          <TermsNote />
        </div>
      </Card>
    </PaymentColumns>
  )
}

/** Returns whether auto-purchase is on, what changes that at the server, and what it means, for the pay button (D196). */
function useAutoPurchaseChoice(asked: OrderProps['asked'], terms: Opened['autoPurchase']) {
  const [isOn, setOn] = useState(terms.enabled)
  const save = useCall(createOrganizationPayment, {
    failed: failures.choice,
    refused: () => setOn(terms.enabled),
    done: (answer) => setOn(answer.autoPurchase.enabled),
  })
  function choose(autoPurchase: boolean) {
    setOn(autoPurchase)
    save.mutate({ body: { ...asked, autoPurchase } })
  }
  const note = `Refills cost ${priceText(terms.price)} each, at most ${priceText(terms.monthlyCap)} a month; an admin can turn them off anytime under Settings.`
  return { isOn, isSaving: save.isPending, choose, note: isOn ? note : '' }
}

interface AutoPurchaseProps {
  terms: Opened['autoPurchase']
  choice: ReturnType<typeof useAutoPurchaseChoice>
  isDisabled: boolean
}

/** Later charges of the saved card, as a line of the price with a switch to decline them (D109, D196). */
function AutoPurchaseLine({ terms: { minutes, price, monthlyCap }, choice, isDisabled }: AutoPurchaseProps) {
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Switch
        name="autoPurchase"
        label={`Refills: ${minutesText(minutes)} for ${priceText(price)} when fewer than ${poolAutoPurchaseBelowMinutes} remain, at most ${priceText(monthlyCap)} a month`}
        checked={choice.isOn}
        disabled={isDisabled || choice.isSaving}
        onChange={choice.choose}
      />
    </div>
  )
}

function priceText(dollars: number): string {
  return formatPrice(dollarsToCents(dollars))
}

interface AddressProps {
  contact: NonNullable<Ordered['contact']>
  organizationName: string
}

const forms = { main: paths.organizationRegisterSimplified, variant: paths.organizationRegister }

/** Who gets the setup mail, shown for review before the payment, with a way back to the form (D105). */
function ContactAddress({ contact: { name, email, form, choice }, organizationName }: AddressProps) {
  // The form may open in another tab, which does not have what was typed.
  const fill = () => keepInput(registrationInput, { organizationName, contactName: name, contactEmail: email })
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="text-sm text-muted">
        {form ? "We'll email the link to set up your organization to" : "You're paying as"}
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium wrap-anywhere">{email}</span>
        {form && (
          <TextLink href={forms[form](choiceQuery(choice))} onClick={fill}>
            Edit
            <span className="sr-only"> contact address</span>
          </TextLink>
        )}
      </p>
    </div>
  )
}
