import { MoonSteps, type MoonStep } from '../landing/moon-steps.tsx'

const steps: readonly MoonStep[] = [
  { phase: 1, title: 'Choose', text: 'Users, minutes and agents. The price updates as you choose.' },
  { phase: 2, title: 'Register and pay', text: 'One form and one payment. Your dashboard opens right after it.' },
  { phase: 3, title: 'Invite', text: 'By email, by link, or a whole list at once. Everyone sets their own password.' },
  {
    phase: 4,
    title: 'Talk',
    text: "Your people start the same day, and your own agents follow as soon as they're ready.",
  },
]

/** From the calculator to the first conversation. */
export function OrganizationStart() {
  return <MoonSteps title="Talking by this afternoon" steps={steps} />
}
