import type { ReactNode } from 'react'
import { FormPage } from '#web/screens/frame/night-split.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ProgressSteps } from '#web/kit/progress-steps.tsx'

export type Step = 'details' | 'package' | 'payment'

const steps: { step: Step; label: string; title: string; description: string }[] = [
  {
    step: 'details',
    label: 'Details',
    title: 'Create your account',
    description: 'Three short steps, and you can talk to your first agent.',
  },
  {
    step: 'package',
    label: 'Package',
    title: 'Choose your package',
    description: 'Minutes you buy never expire. You can add more at any time.',
  },
  {
    step: 'payment',
    label: 'Payment',
    title: 'Payment',
    description: 'One payment for your minutes and the first month of platform access.',
  },
]

interface Props {
  step: Step
  /** Replaces the step's own title. */
  title?: string | undefined
  children: ReactNode
}

/** One of the three steps of the registration, with the progress. */
export function StepPage({ step, title, children }: Props) {
  const index = steps.findIndex((one) => one.step === step)
  const { title: usualTitle, description } = steps[index]!
  const Layout = step === 'details' ? FormPage : Page
  return (
    <Layout
      title={title ?? usualTitle}
      description={description}
      above={<ProgressSteps look="line" labels={steps.map(({ label }) => label)} at={index} />}
    >
      {children}
    </Layout>
  )
}
