import { LogIn } from 'lucide-react'
import { LandingBanner } from './banner.tsx'
import { LandingFairness } from './fairness.tsx'
import { LandingFeatures } from './features.tsx'
import { LandingHero } from './hero.tsx'
import { LandingPricing } from './pricing.tsx'
import { LandingQuestions } from './questions.tsx'
import { LandingShowcase } from './showcase.tsx'
import { LandingSteps } from './steps.tsx'
import { LandingTeams } from './teams.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

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
