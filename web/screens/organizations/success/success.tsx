import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { answerRegistration, registrationStatus } from '#contract/organizations/payment.ts'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { refreshMe, useMe } from '#web/client/me.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { readAgain } from '#web/client/query-client.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { clearKept } from '#web/kit/fields/kept-input.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner, Spinner } from '#web/kit/spinner.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { useWaited } from '#web/kit/use-waited.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { useArrivedValues } from '../prices/arrived-values.ts'
import { clearOpenOrder } from '../prices/open-order.tsx'
import { OrganizationSteps } from '../steps.tsx'
import { Countdown, PasswordSetup } from './password-setup.tsx'

const pollMs = 2000
/** The payment may still be started in another tab. */
const slowPollMs = 15_000
/** How long the page waits for the confirmation before it promises a mail (D104). */
const confirmationPatienceMs = 60_000

/** /organization-success: waits for the payment, then lets the first admin in (D104-D106). */
export default function OrganizationSuccess() {
  const arrived = useArrivedValues()
  const [setupToken] = useState(() => readSecret('setup'))
  const id = arrived.get('id')
  if (id) return <Success id={id} setupToken={setupToken} arrived={arrived} />
  return (
    <Page title="Registration not found" description="There is no registration at this address." width="form">
      <LinkButton href={paths.organizationInfo()}>Back to Info</LinkButton>
    </Page>
  )
}

type Registration = Answer<typeof registrationStatus>
type Details = NonNullable<Registration['details']>

interface SuccessProps {
  id: string
  setupToken: string | null
  arrived: URLSearchParams
}

function Success({ id, ...props }: SuccessProps) {
  const me = useMe()
  // The form below signs people in, too, and then decides itself where they go.
  const [cameSignedIn, setCameSignedIn] = useState<boolean | null>(null)
  if (cameSignedIn === null && me !== undefined) setCameSignedIn(me !== null)
  const status = useQuery({
    ...query(registrationStatus, { params: { id } }),
    refetchInterval: ({ state }) => pauseOf(state.data?.status),
  })
  const { data } = status
  const isPaid = data?.status === 'paid'
  useEffect(() => {
    if (isPaid) {
      clearOpenOrder()
      clearKept()
    }
    if (isPaid && cameSignedIn) void readAgain()
  }, [isPaid, cameSignedIn])
  useStepFocus(data?.status ?? 'loading')
  if (status.isError && !data) return <LoadError what="your registration" failed={status} />
  if (!data || me === undefined) return <PageSpinner label="Confirming your payment…" />
  return (
    <Page
      title={titles[data.status]}
      description={data.details?.organizationName}
      above={<OrganizationSteps at={isPaid || data.status === 'confirming' ? 2 : 1} />}
      width="form"
    >
      <div className="flex flex-col gap-6">
        {data.status === 'expired' && <Expired />}
        {data.status === 'awaiting_payment' && <Unpaid registration={data} />}
        {data.status === 'confirming' && <Waiting />}
        {isPaid && <Paid registration={data} me={me} cameSignedIn={cameSignedIn === true} {...props} />}
        <p className="text-xs text-muted">
          Registration <span className="inline-block break-all">{data.id}</span>
        </p>
      </div>
    </Page>
  )
}

const titles = {
  paid: 'Payment received',
  awaiting_payment: 'Not paid yet',
  confirming: 'Account Activation',
  expired: 'Account Activation',
}

/** Returns how many milliseconds to wait before asking again; false when nothing more can change. */
function pauseOf(status: keyof typeof titles | undefined): number | false {
  if (status === 'paid' || status === 'expired') return false
  return status === 'awaiting_payment' ? slowPollMs : pollMs
}

interface PaidProps extends Omit<SuccessProps, 'id'> {
  registration: Registration
  me: Me | null
  cameSignedIn: boolean
}

/** The way in: a question, the dashboard, or a first password. */
function Paid({ registration: { id, details }, me, cameSignedIn, setupToken, arrived }: PaidProps) {
  if (details?.next === 'attach') return <AttachChoice id={id} me={me} details={details} />
  if (cameSignedIn) return <Countdown seconds={3} />
  return (
    <PasswordSetup
      setupToken={setupToken}
      email={details?.contactEmail ?? arrived.get('adminEmail')}
      contactName={details?.contactName ?? arrived.get('contactName') ?? ''}
      isDone={details !== null && details.next === null}
    />
  )
}

interface AttachProps {
  id: string
  me: Me | null
  details: Details
}

/** The contact already has an account: its owner says whether the organization is theirs (D106). */
function AttachChoice({ id, me, details: { organizationName, contactEmail } }: AttachProps) {
  const [, navigate] = useLocation()
  const [isRefused, setRefused] = useState(false)
  const answer = useCall(answerRegistration, {
    done: async ({ organizationId }) => {
      if (organizationId === null) return setRefused(true)
      await refreshMe()
      navigate(paths.organizationDashboard())
    },
  })
  if (isRefused) {
    return (
      <Card title="Thank you">
        <p role="status">We've let the Luna team know. {organizationName} isn't attached to your account.</p>
      </Card>
    )
  }
  if (me?.email !== contactEmail) {
    return (
      <Card title={`Sign in to attach ${organizationName}.`}>
        <p>The account for {contactEmail} will become its admin once you confirm.</p>
        <LinkButton href={paths.login({ next: paths.organizationSuccess({ id }) })} wide size="touch" className="mt-6">
          Sign In
        </LinkButton>
      </Card>
    )
  }
  return (
    <Card title={`Attach ${organizationName}`}>
      <p>
        {organizationName} has been paid for and lists your address as its contact. Attach it to your account to become
        its admin, or tell us that it isn't yours.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          pending={answer.isPending && answer.variables.body.answer === 'attach'}
          pendingText="Attaching…"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ params: { id }, body: { answer: 'attach' } })}
        >
          Attach
        </Button>
        <Button
          variant="secondary"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ params: { id }, body: { answer: 'not_mine' } })}
        >
          Not mine
        </Button>
      </div>
    </Card>
  )
}

function Expired() {
  return (
    <Card title="This registration can no longer be paid">
      <p>It wasn't paid within 14 days, or you replaced it with a newer one. Nothing was charged.</p>
      <LinkButton href={paths.organizationInfo()} className="mt-6">
        Back to Info
      </LinkButton>
    </Card>
  )
}

/** Says that the order is unpaid, and links the person who ordered it to the payment. */
function Unpaid({ registration: { id, details } }: { registration: Registration }) {
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

/** The payment is not confirmed yet. */
function Waiting() {
  const isLate = useWaited(true, confirmationPatienceMs)
  return (
    <Card>
      <div role="status" className="flex flex-col gap-2">
        <p className="text-lg font-semibold">
          {isLate ? "We'll email you" : <Spinner label="Confirming your payment" />}
        </p>
        <p className="text-muted">
          {isLate
            ? "Your bank is taking longer than usual. Once the payment is confirmed, we'll email you the link to your organization. You can close this page."
            : 'This takes a few seconds. Please stay on this page.'}
        </p>
      </div>
    </Card>
  )
}
