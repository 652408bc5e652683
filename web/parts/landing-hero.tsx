import { Check } from 'lucide-react'
import { LinkButton } from '#web/ui/link-button.tsx'
import { VoiceMoon } from './voice-moon.tsx'

const promises = ['Unlock every public agent', 'Use voice', 'No contracts', 'Cancel anytime', '24/7 availability']

/** The first screenful: what Luna is, for whom, and the two ways in (S003, S004, S030). */
export function LandingHero({ hoursSavedText }: { hoursSavedText: string }) {
  return (
    <section className="relative overflow-hidden">
      <div className="mx-auto grid w-full max-w-page items-center gap-x-12 gap-y-10 px-4 py-12 sm:px-6 sm:py-16 lg:grid-cols-[1.15fr_1fr] lg:py-20">
        <div className="min-w-0">
          <p className="font-medium text-link">Learn. Understand. Navigate. Apply.</p>
          <h1 className="mt-4 text-4xl font-semibold tracking-[-0.03em] sm:text-5xl">Talk it through. Get it done.</h1>
          <p className="mt-5 max-w-prose text-lg text-muted sm:text-xl">
            Luna is your all-in-one implementation engine for clients, teams, brands and growth. Speak live with AI
            agents trained on business, personal-development and growth frameworks.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton href="/register" size="touch" className="max-sm:w-full">
              Start as an Individual
            </LinkButton>
            <LinkButton href="/organization-info" size="touch" variant="secondary" className="max-sm:w-full">
              For Organizations
            </LinkButton>
          </div>
          <ul className="mt-8 grid max-w-xl grid-cols-1 gap-x-6 gap-y-2 text-muted min-[26rem]:grid-cols-2">
            {[...promises, hoursSavedText].map((promise) => (
              <li key={promise} className="flex items-start gap-2">
                <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-link" />
                <span className="first-letter:uppercase">{promise}</span>
              </li>
            ))}
          </ul>
        </div>
        <VoiceMoon />
      </div>
    </section>
  )
}
