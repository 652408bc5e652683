import { Check } from 'lucide-react'
import { classes } from '#web/kit/classes.ts'

const steps = ['Organization Details', 'Payment & Setup', 'Account Activation']

/** Where one is between registration, checkout and success (S358, D98). */
export function OrganizationSteps({ at }: { at: 0 | 1 | 2 }) {
  return (
    <ol aria-label="Steps" className="mb-8 grid grid-cols-3 gap-2 sm:gap-4">
      {steps.map((label, index) => (
        <li
          key={label}
          aria-current={index === at ? 'step' : undefined}
          className={classes(
            'flex items-start gap-2 border-t-4 pt-3 text-sm max-sm:flex-col sm:items-center',
            index <= at ? 'border-primary' : 'border-line',
            index === at ? 'font-semibold' : 'text-muted',
          )}
        >
          <span
            aria-hidden
            className={classes(
              'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold',
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
