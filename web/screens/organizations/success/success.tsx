import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { registrationStatus } from '#contract/organizations/payment.ts'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { query } from '#web/client/api.ts'
import { useArrivedValues } from '#web/screens/organizations/prices/arrived-values.ts'
import { useMe } from '#web/client/me.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { OrganizationSteps } from '#web/screens/organizations/steps.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { clearOpenOrder } from '#web/screens/organizations/open-order.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { readAgain } from '#web/client/query-client.ts'
import { useWaited } from '#web/kit/use-waited.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { clearKept } from '#web/kit/fields/kept-input.ts'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { AttachChoice } from './attach-choice.tsx'
import { Countdown } from './countdown.tsx'
import { PasswordSetup } from './password-setup.tsx'
import { Unpaid } from './unpaid.tsx'
import { Waiting } from './waiting.tsx'

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
  if (!id) return <Unknown />
  return <Success id={id} setupToken={setupToken} arrived={arrived} />
}

interface SuccessProps {
  id: string
  setupToken: string | null
  arrived: URLSearchParams
}

function Success({ id, setupToken, arrived }: SuccessProps) {
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
  const isLate = useWaited(data?.status === 'confirming', confirmationPatienceMs)
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
        {data.status === 'awaiting_payment' && <Unpaid id={id} details={data.details} />}
        {data.status === 'confirming' && <Waiting isLate={isLate} />}
        {data.status === 'paid' && data.details?.next === 'attach' && (
          <AttachChoice id={id} me={me} details={data.details} />
        )}
        {data.status === 'paid' && data.details?.next !== 'attach' && cameSignedIn && <Countdown seconds={3} />}
        {data.status === 'paid' && data.details?.next !== 'attach' && !cameSignedIn && (
          <PasswordSetup
            setupToken={setupToken}
            email={data.details?.contactEmail ?? arrived.get('adminEmail')}
            contactName={data.details?.contactName ?? arrived.get('contactName') ?? ''}
            isDone={data.details !== null && data.details.next === null}
          />
        )}
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

function Unknown() {
  return (
    <Page title="Registration not found" description="There is no registration at this address." width="form">
      <LinkButton href={paths.organizationInfo()}>Back to Info</LinkButton>
    </Page>
  )
}
