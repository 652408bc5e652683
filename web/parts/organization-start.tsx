import { LandingSection } from './landing-section.tsx'
import { MoonPhase, type Phase } from './logo.tsx'

const steps: readonly { phase: Phase; title: string; text: string }[] = [
  { phase: 1, title: 'Choose', text: 'Users, minutes and agents. The price is there while you choose.' },
  { phase: 2, title: 'Register and pay', text: 'One form and one payment. Your dashboard opens right after it.' },
  { phase: 3, title: 'Invite', text: 'By mail, by link, or a whole list at once. Everybody sets their own password.' },
  { phase: 4, title: 'Talk', text: 'Your people start the same day, and your own agents follow as they are ready.' },
]

/** From the calculator to the first conversation. */
export function OrganizationStart() {
  return (
    <LandingSection title="Talking by this afternoon">
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
