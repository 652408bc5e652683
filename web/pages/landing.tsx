import { LogIn } from 'lucide-react'
import { LandingBanner } from '#web/parts/landing-banner.tsx'
import { LandingFairness } from '#web/parts/landing-fairness.tsx'
import { LandingFeatures } from '#web/parts/landing-features.tsx'
import { LandingHero } from '#web/parts/landing-hero.tsx'
import { LandingPricing } from '#web/parts/landing-pricing.tsx'
import { LandingQuestions } from '#web/parts/landing-questions.tsx'
import { LandingShowcase } from '#web/parts/landing-showcase.tsx'
import { LandingSteps } from '#web/parts/landing-steps.tsx'
import { LandingTeams } from '#web/parts/landing-teams.tsx'
import { paths } from '#web/paths.ts'
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
