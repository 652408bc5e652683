import { useState } from 'react'
import { useArrivedValues } from '#web/screens/organizations/prices/arrived-values.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { CompleteStep } from './complete-step.tsx'
import { LinkStep } from './link-step.tsx'
import { MailedStep } from './mailed-step.tsx'
import type { Signup } from './signup-data.ts'
import { VerifyStep } from './verify-step.tsx'
import { WelcomeStep } from './welcome-step.tsx'

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
  const know = (more: Partial<Signup>) => setSignup((known) => ({ ...known, ...more }))
  const back = () => setStep({ at: 'verify' })
  const goOn = (proven: Partial<Signup> | null) => {
    if (!proven) return back()
    know(proven)
    setStep({ at: 'complete' })
  }
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {step.at === 'link' && signup.inviteToken && <LinkStep inviteToken={signup.inviteToken} onRead={goOn} />}
      {step.at === 'verify' && (
        <VerifyStep
          signup={signup}
          onTyped={know}
          onVerified={goOn}
          onMailed={(message) => setStep({ at: 'mailed', message })}
        />
      )}
      {step.at === 'mailed' && <MailedStep message={step.message} onBack={back} />}
      {step.at === 'complete' && (
        <CompleteStep
          signup={signup}
          onBack={back}
          onOther={() => {
            // Another person has no use for this link, and can have their own mailed.
            know({ email: '', firstName: '', lastName: '', inviteToken: undefined, isProven: false })
            back()
          }}
          onCreated={(organizationName) => {
            know({ organizationName })
            setStep({ at: 'welcome' })
          }}
        />
      )}
      {step.at === 'welcome' && <WelcomeStep organizationName={signup.organizationName} />}
    </>
  )
}
