import { ProgressSteps } from '#web/kit/progress-steps.tsx'

const labels = ['Organization Details', 'Payment & Setup', 'Account Activation']

/** The current step of registration, checkout and success (S358, D98). */
export function OrganizationSteps({ at }: { at: 0 | 1 | 2 }) {
  return <ProgressSteps look="bars" labels={labels} at={at} />
}
