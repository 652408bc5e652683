import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { classes } from '#web/kit/classes.ts'

export type Step = 'details' | 'package' | 'payment'

const steps: { step: Step; label: string; title: string; description: string }[] = [
  {
    step: 'details',
    label: 'Details',
    title: 'Create your account',
    description: 'Three short steps, then you talk to your first agent.',
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
  /** Instead of the step's own. */
  title?: string | undefined
  children: ReactNode
}

/** One step of the registration, with its place among the three. */
export function StepPage({ step, title, children }: Props) {
  const index = steps.findIndex((one) => one.step === step)
  const { title: usualTitle, description } = steps[index]!
  return (
    <Page
      title={title ?? usualTitle}
      description={description}
      width={step === 'details' ? 'form' : 'page'}
      above={<Progress at={index} />}
    >
      {children}
    </Page>
  )
}

function Progress({ at }: { at: number }) {
  return (
    <ol aria-label="Steps" className="mb-6 flex items-center gap-3 text-sm sm:gap-2">
      {steps.map(({ step, label }, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={classes(
            'flex items-center gap-2',
            index > 0 && 'sm:before:h-px sm:before:w-8 sm:before:bg-control-line',
            index === at ? 'font-semibold text-text' : 'text-muted',
          )}
        >
          <span
            aria-hidden
            className={classes(
              'flex size-6 items-center justify-center rounded-full text-xs font-semibold',
              index <= at ? 'bg-primary text-primary-text' : 'border border-control-line',
            )}
          >
            {index < at ? <Check className="size-3.5" strokeWidth={3} /> : index + 1}
          </span>
          {label}
          {index < at && <span className="sr-only">(done)</span>}
        </li>
      ))}
    </ol>
  )
}
