import { LogIn } from 'lucide-react'
import { platformAccess } from '#contract/prices.ts'
import { formatCents } from '#contract/amounts.ts'
import { AgentCardFrame } from '#web/parts/agent-card.tsx'
import { LandingHero } from '#web/parts/landing-hero.tsx'
import { LandingSection } from '#web/parts/landing-section.tsx'
import { LandingFeatures, LandingSteps } from '#web/parts/landing-features.tsx'
import { PackageCards, packageNameId } from '#web/parts/package-cards.tsx'
import { showcase } from '#web/parts/showcase.ts'
import { Typewriter } from '#web/parts/typewriter.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

interface Props {
  /** Platform setting of the same name, such as "over 1000 hours saved each month" (D157). */
  hoursSavedText: string
  /** Path that a signed-out visitor asked for; a bar then leads through sign-in back to it (D1). */
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
      <LandingFeatures hoursSavedText={hoursSavedText} />
      <Showcase />
      <AccessBanner />
      <Pricing />
    </>
  )
}

function SignInBar({ continueTo }: { continueTo: string }) {
  return (
    <div role="status" className="border-b border-line bg-soft text-soft-text">
      <p className="mx-auto flex w-full max-w-page items-center gap-2 px-4 py-2.5 font-medium sm:px-6">
        <LogIn aria-hidden className="size-4 shrink-0" />
        <TextLink href={`/login?next=${encodeURIComponent(continueTo)}`} className="text-current">
          Sign in to continue
        </TextLink>
      </p>
    </div>
  )
}

function Showcase() {
  return (
    <LandingSection title="Meet the agents" lead="Each agent knows one job well. Here are three of them.">
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {showcase.map((agent) => (
          <li key={agent.name} data-showcase>
            <AgentCardFrame agent={agent} badge={<Badge tone="neutral">Sample</Badge>}>
              <LinkButton href="/register" wide variant={agent.isUnlocked ? 'primary' : 'secondary'}>
                {agent.isUnlocked ? 'Start Session' : 'Sign Up to Unlock'}
              </LinkButton>
            </AgentCardFrame>
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

const steps = ['learn', 'understand', 'navigate', 'apply']

function AccessBanner() {
  return (
    <section className="night">
      <div className="mx-auto grid w-full max-w-page items-center justify-items-start gap-x-12 gap-y-6 px-4 py-14 sm:px-6 md:grid-cols-[1fr_auto]">
        <div className="min-w-0">
          <h2 className="text-3xl font-semibold tracking-[-0.02em] sm:text-4xl">
            <Typewriter lead="A voice that helps you" words={steps} />
          </h2>
          <p className="mt-3 max-w-prose text-lg text-night-muted">
            Unlock every public agent and start talking today. No contracts, cancel anytime.
          </p>
        </div>
        <LinkButton href="/register" size="touch">
          Get Access Now!
        </LinkButton>
      </div>
    </section>
  )
}

function Pricing() {
  return (
    <LandingSection
      title="Pay for the minutes you talk"
      lead={`Platform access is ${formatCents(platformAccess.priceCents)} a month and brings ${platformAccess.monthlyMinutes} minutes that last for the month. The minutes you buy on top never expire.`}
    >
      <PackageCards
        action={({ tier, popular }) => (
          <LinkButton
            href={`/register?tier=${tier}`}
            aria-describedby={packageNameId(tier)}
            wide
            variant={popular ? 'primary' : 'secondary'}
          >
            Purchase Credits
          </LinkButton>
        )}
      />
    </LandingSection>
  )
}
