import { LogIn, ArrowRight } from 'lucide-react'
import { LandingFairness } from './fairness.tsx'
import { LandingFeatures } from './features.tsx'
import { LandingHero } from './hero.tsx'
import { LandingPricing } from './pricing.tsx'
import { LandingQuestions } from './questions.tsx'
import { LandingShowcase } from './showcase.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { MoonSteps, type MoonStep } from './moon-steps.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Typewriter } from '#web/kit/text/typewriter.tsx'

interface Props {
  /** Platform setting of the same name, such as "over 1000 hours saved each month": the team's own words (D157). */
  hoursSavedText: string
  /** Path that a signed-out visitor asked for; a bar leads back to it through sign-in (D1). */
  continueTo?: string | undefined
}

/** What a visitor sees first (S001-S004, S030-S040). */
export default function Landing({ hoursSavedText, continueTo }: Props) {
  return (
    <>
      <PageTitle text="Luna · Learn. Understand. Navigate. Apply." />
      {continueTo && <SignInBar continueTo={continueTo} />}
      <LandingHero hoursSavedText={hoursSavedText} />
      <LandingSteps />
      <LandingFeatures />
      <LandingShowcase />
      <LandingBanner />
      <LandingPricing />
      <LandingFairness />
      <LandingQuestions />
      <LandingTeams />
    </>
  )
}

function SignInBar({ continueTo }: { continueTo: string }) {
  return (
    <div role="status" className="border-b border-line bg-soft text-soft-text">
      <p className="mx-auto flex w-full max-w-page items-center gap-2 px-4 py-2.5 font-medium sm:px-6">
        <LogIn aria-hidden className="size-4 shrink-0" />
        <TextLink href={paths.login({ next: continueTo })} className="text-current">
          Sign in to continue
        </TextLink>
      </p>
    </div>
  )
}

const steps: readonly MoonStep[] = [
  { phase: 1, title: 'Learn', text: 'Choose an agent that knows your subject, and ask out loud.' },
  { phase: 2, title: 'Understand', text: 'Interrupt, ask again, and have it explained your way.' },
  { phase: 3, title: 'Navigate', text: 'Turn the answer into a plan that fits your week.' },
  { phase: 4, title: 'Apply', text: 'Leave with words, numbers and next steps you can use today.' },
]

/** The four words of the tagline as four phases of the moon. */
function LandingSteps() {
  return <MoonSteps title="From a question to a finished job" steps={steps} />
}

const tagline = ['learn', 'understand', 'navigate', 'apply']

/** The invitation between the agents and the prices (S031, S040). */
function LandingBanner() {
  return (
    <section className="night starry relative isolate overflow-hidden">
      <img
        src="/landing/horizon.svg"
        alt=""
        width={1600}
        height={400}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 -z-10 size-full object-cover object-[74%_100%]"
      />
      <div className="mx-auto w-full max-w-page px-4 pt-16 pb-44 sm:px-6 sm:pt-24 sm:pb-28">
        <h2 className="max-w-3xl text-3xl font-semibold tracking-[-0.02em] sm:text-4xl">
          <Typewriter lead="A voice that helps you" words={tagline} />
        </h2>
        <p className="mt-4 max-w-prose text-lg text-night-muted">
          Unlock every public agent and start talking today. No contracts, cancel anytime.
        </p>
        <LinkButton href={paths.register()} size="touch" className="mt-8">
          Get Access Now!
        </LinkButton>
      </div>
    </section>
  )
}

/** The link for people who decide for a team. */
function LandingTeams() {
  return (
    <section className="mx-auto w-full max-w-page px-4 py-16 sm:px-6 sm:py-20">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 rounded-dialog bg-soft p-6 sm:p-10">
        <div className="min-w-0 max-w-prose">
          <h2 className="text-2xl font-semibold tracking-[-0.02em]">Bring the whole team</h2>
          <p className="mt-2 text-lg text-muted">
            One pool of minutes, the agents you choose for your people, and agents built for how your company works.
          </p>
        </div>
        <LinkButton
          href={paths.organizationInfo()}
          variant="secondary"
          size="touch"
          icon={<ArrowRight aria-hidden className="order-last size-4" />}
        >
          Luna for organizations
        </LinkButton>
      </div>
    </section>
  )
}
