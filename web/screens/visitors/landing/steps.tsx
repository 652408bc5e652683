import { MoonSteps, type MoonStep } from './moon-steps.tsx'

const steps: readonly MoonStep[] = [
  { phase: 1, title: 'Learn', text: 'Choose an agent that knows your subject, and ask out loud.' },
  { phase: 2, title: 'Understand', text: 'Interrupt, ask again, and have it explained your way.' },
  { phase: 3, title: 'Navigate', text: 'Turn the answer into a plan that fits your week.' },
  { phase: 4, title: 'Apply', text: 'Leave with words, numbers and next steps you can use today.' },
]

/** The four words of the tagline as four phases of the moon. */
export function LandingSteps() {
  return <MoonSteps title="From a question to a finished job" steps={steps} />
}
