import { LogIn, ArrowRight } from 'lucide-react'
import { LandingFairness, LandingPricing } from './pricing.tsx'
import { LandingFeatures } from './features.tsx'
import { LandingHero } from './hero.tsx'
import { LandingShowcase } from './showcase.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { LandingSection, MoonSteps, type MoonStep, NightBand } from './section.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Typewriter } from './typewriter.tsx'
import { formatCents, minutesText } from '#contract/amounts.ts'
import { combinedPriceCents, packages, platformAccess } from '#contract/billing/prices.ts'
import { Questions, type Question } from '../questions.tsx'

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
    <NightBand
      title={<Typewriter lead="A voice that helps you" words={tagline} />}
      lead="Unlock every public agent and start talking today. No contracts, cancel anytime."
    >
      <LinkButton href={paths.register()} size="touch">
        Get Access Now!
      </LinkButton>
    </NightBand>
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

const access = formatCents(platformAccess.priceCents)
const { uplift } = packages

const questions: readonly Question[] = [
  {
    title: 'What do I need to start?',
    answer: "An up-to-date browser and a microphone. There's nothing to install, on a computer or a phone.",
  },
  {
    title: 'What do I pay today, and what do I pay later?',
    answer: `Today you pay for the package you choose and the first month of platform access: with ${uplift.name}, that's ${formatCents(combinedPriceCents('uplift'))} for ${minutesText(uplift.minutes + platformAccess.monthlyMinutes)}. Then ${access} a month, including ${minutesText(platformAccess.monthlyMinutes)}, until you cancel. You only pay for more minutes when you buy them.`,
  },
  {
    title: 'Do minutes expire?',
    answer: `The minutes you buy never do. The ${platformAccess.monthlyMinutes} that come with each month of platform access last for that month and are used first. Talking needs active platform access.`,
  },
  {
    title: 'Can I really cancel anytime?',
    answer:
      'Yes, with one button in your account. You keep access until the end of the month you paid for, and the minutes you bought are still there if you come back.',
  },
  {
    title: 'Am I talking to a person?',
    answer:
      'No. Every agent is an AI, and the dialog says so. Agents can be wrong, so check what matters before you act on it.',
  },
  {
    title: 'Who can hear or read my conversations?',
    answer: (
      <>
        Your voice goes to our voice provider, which turns it into text and speaks the answer. We keep the text only if
        you press Keep. The <TextLink href={paths.privacyPolicy()}>Privacy Policy</TextLink> has the details.
      </>
    ),
  },
  {
    title: 'What are premium agents?',
    answer:
      'Agents that you unlock once, with one click in the marketplace. From then on you can talk to them like any other agent.',
  },
  {
    title: 'Can my team use Luna?',
    answer: (
      <>
        Yes: one pool of minutes, agents you assign, and agents built for your company. See{' '}
        <TextLink href={paths.organizationInfo()}>Luna for organizations</TextLink>.
      </>
    ),
  },
]

/** What people ask before they pay. */
function LandingQuestions() {
  return (
    <LandingSection id="questions" title="Good questions" raised>
      <Questions questions={questions} columns />
      <p className="mt-10 text-lg text-muted">
        Something else? The <TextLink href={paths.help()}>Help Center</TextLink> has more answers, and you can always{' '}
        <TextLink href={paths.contact()}>ask us</TextLink>.
      </p>
    </LandingSection>
  )
}
