import { useQuery } from '@tanstack/react-query'
import { CircleCheck, MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Answer } from '#contract/call.ts'
import { invitationPage } from '#contract/organizations/joining.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useStepFocus } from '#web/client/navigation.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { useArrivedValues } from '../prices/arrived-values.ts'
import { CompleteStep } from './complete-step.tsx'
import { OtherWays, type Signup, VerifyStep } from './verify-step.tsx'

type Step = { at: 'link' | 'verify' | 'complete' | 'welcome' } | { at: 'mailed'; message: string }

/**
 * /organization-signup: invited people verify the invitation, unless their link proves it, create an account and join
 * (S375-S379, S482-S484, D197).
 */
export default function OrganizationSignup() {
  const arrived = useArrivedValues()
  const [signup, setSignup] = useState<Signup>(() => ({
    email: '',
    organizationId: arrived.get('orgId') ?? '',
    organizationName: arrived.get('orgName') ?? '',
    firstName: '',
    lastName: '',
    inviteToken: arrived.get('invite') || undefined,
    isProven: false,
  }))
  const [step, setStep] = useState<Step>({ at: signup.inviteToken ? 'link' : 'verify' })
  useStepFocus(step.at)
  const goTo = (next: Step, more: Partial<Signup> = {}) => {
    setSignup((known) => ({ ...known, ...more }))
    setStep(next)
  }
  const back = () => goTo({ at: 'verify' })
  const goOn = (proven: Partial<Signup> | null) => (proven ? goTo({ at: 'complete' }, proven) : back())
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {step.at === 'link' && signup.inviteToken && <LinkStep inviteToken={signup.inviteToken} onRead={goOn} />}
      {step.at === 'verify' && (
        <VerifyStep
          signup={signup}
          onVerified={goOn}
          onMailed={(message, typed) => goTo({ at: 'mailed', message }, typed)}
        />
      )}
      {step.at === 'mailed' && <MailedStep message={step.message} onBack={back} />}
      {step.at === 'complete' && (
        <CompleteStep
          signup={signup}
          onBack={back}
          // Another person has no use for this link, and can have their own mailed.
          onOther={() => goTo({ at: 'verify' }, nobody)}
          onCreated={(organizationName) => goTo({ at: 'welcome' }, { organizationName })}
        />
      )}
      {step.at === 'welcome' && <WelcomeStep organizationName={signup.organizationName} />}
    </>
  )
}

const nobody = { email: '', firstName: '', lastName: '', inviteToken: undefined, isProven: false }

interface LinkProps {
  inviteToken: string
  /** Gets what the link proves; null for a shared link, one that has ended, and a signed-in person. */
  onRead: (proven: Partial<Signup> | null) => void
}

/** Reads the link. A personal one is the proof for its address, so its person skips the first step (D197). */
function LinkStep({ inviteToken, onRead }: LinkProps) {
  const read = useQuery(query(invitationPage, { params: { uniqueLink: inviteToken } }))
  const { data, error } = read
  const isRefused = error instanceof ApiError && error.status < 500
  useEffect(() => {
    if (data) onRead(provenBy(data))
    else if (isRefused) onRead(null)
  }, [data, isRefused, onRead])
  if (!error || isRefused) return <PageSpinner label="Loading your invitation…" />
  return (
    <Page title="Organization Access" width="form">
      <LoadError what="your invitation" failed={read} />
    </Page>
  )
}

function provenBy({ organization, invitation }: Answer<typeof invitationPage>): Partial<Signup> | null {
  if (!invitation.invited) return null
  const { id, name } = organization
  return { ...invitation.invited, organizationId: String(id), organizationName: name, isProven: true }
}

/** Replaces step 2; the words are the same with and without an invitation (D110). */
function MailedStep({ message, onBack }: { message: string; onBack: () => void }) {
  return (
    <Page title="Check Your Email" width="form">
      <Card>
        <p className="flex gap-3 text-lg">
          <MailCheck aria-hidden className="mt-1 size-5 shrink-0 text-accent-text" />
          {message}
        </p>
        <Button variant="secondary" size="touch" wide className="mt-6" onClick={onBack}>
          Back
        </Button>
      </Card>
      <OtherWays inviteToken={undefined} />
    </Page>
  )
}

const redirectDelayMs = 1500

/** Step 3: the person has joined and is taken to the dashboard (S378, S483). */
function WelcomeStep({ organizationName }: { organizationName: string }) {
  const [, go] = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => go(paths.home(), { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [go])
  return (
    <Page title="Welcome!" width="form">
      <Card>
        <p className="flex gap-3 text-lg">
          <CircleCheck aria-hidden className="mt-1 size-5 shrink-0 text-success" />
          <span className="min-w-0 break-words">
            You're now part of {organizationName}. Taking you to its dashboard…
          </span>
        </p>
        <LinkButton href={paths.organizationDashboard()} wide size="touch" className="mt-6">
          Go to Dashboard
        </LinkButton>
      </Card>
    </Page>
  )
}
