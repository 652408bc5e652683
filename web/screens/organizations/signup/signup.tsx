import { useState } from 'react'
import { useArrivedValues } from '#web/screens/organizations/prices/arrived-values.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { CompleteStep } from './complete-step.tsx'
import { MailedStep } from './mailed-step.tsx'
import type { Signup } from './signup-data.ts'
import { VerifyStep } from './verify-step.tsx'
import { WelcomeStep } from './welcome-step.tsx'

type Step = { at: 'verify' | 'complete' | 'welcome' } | { at: 'mailed'; message: string }

/** /organization-signup: invited people verify the invitation, create an account and join (S375-S379, S482-S484). */
export default function OrganizationSignup() {
  const arrived = useArrivedValues()
  const [signup, setSignup] = useState<Signup>(() => ({
    email: '',
    organizationId: arrived.get('orgId') ?? '',
    organizationName: arrived.get('orgName') ?? '',
    firstName: '',
    lastName: '',
    inviteToken: arrived.get('invite') || undefined,
  }))
  const [step, setStep] = useState<Step>({ at: 'verify' })
  useStepFocus(step.at)
  const know = (more: Partial<Signup>) => setSignup((known) => ({ ...known, ...more }))
  const back = () => setStep({ at: 'verify' })
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {step.at === 'verify' && (
        <VerifyStep
          signup={signup}
          onTyped={know}
          onVerified={(more) => {
            know(more)
            setStep({ at: 'complete' })
          }}
          onMailed={(message) => setStep({ at: 'mailed', message })}
        />
      )}
      {step.at === 'mailed' && <MailedStep message={step.message} onBack={back} />}
      {step.at === 'complete' && (
        <CompleteStep
          signup={signup}
          onBack={back}
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
