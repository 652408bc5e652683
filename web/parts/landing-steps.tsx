import { LandingSection } from './landing-section.tsx'
import { MoonPhase, type Phase } from './logo.tsx'

const steps: readonly { phase: Phase; title: string; text: string }[] = [
  { phase: 1, title: 'Learn', text: 'Choose an agent that knows your subject, and ask out loud.' },
  { phase: 2, title: 'Understand', text: 'Interrupt, ask again, and have it explained your way.' },
  { phase: 3, title: 'Navigate', text: 'Turn the answer into a plan that fits your week.' },
  { phase: 4, title: 'Apply', text: 'Leave with words, numbers and next steps you can use today.' },
]

/** The four words of the tagline as four phases of the moon. */
export function LandingSteps() {
  return (
    <LandingSection title="From a question to a finished thing">
      <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ phase, title, text }) => (
          <li key={title} className="group relative max-lg:flex max-lg:gap-5">
            <span
              aria-hidden
              className="absolute top-7 left-20 hidden h-px w-[calc(100%-4rem)] bg-line group-last:hidden lg:block"
            />
            <MoonPhase phase={phase} className="size-14" />
            <div>
              <h3 className="text-xl font-semibold lg:mt-6">{title}</h3>
              <p className="mt-1 max-w-64 text-lg text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}
