import { ArrowLeft } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { dollarsToCents, formatCents, formatPrice, formatTenths, minutesText } from '#contract/amounts.ts'
import {
  type CreditPackage,
  packages,
  type PackageTier,
  packageTiers,
  platformAccess,
} from '#contract/billing/prices.ts'
import { ownTimeZone } from '#contract/dates.ts'
import { register } from '#contract/identity/auth.ts'
import type { Me } from '#contract/identity/people.ts'
import { updateNames } from '#contract/identity/profile.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { setMe } from '#web/client/me.ts'
import { beginSession } from '#web/client/session.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { optionHead, OptionCards } from '#web/kit/fields/option-cards.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { ProgressSteps } from '#web/kit/progress-steps.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { packageColumns, PackageFacts, packageRows } from '#web/screens/billing/package-cards.tsx'
import { CardSkeleton, PreparingNote } from '#web/screens/billing/paying/card-skeleton.tsx'
import { type PriceChange, PriceChanged } from '#web/screens/billing/subscription/price-changed.tsx'
import { FormPage } from '#web/screens/frame/night-split.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { CookieNote } from '#web/screens/identity/cookie-note.tsx'
import { passwordRules } from '#web/screens/identity/new-password-fields.tsx'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
export type Step = 'details' | 'package' | 'payment'

const steps: { step: Step; label: string; title: string; description: string }[] = [
  {
    step: 'details',
    label: 'Details',
    title: 'Create your account',
    description: 'Three short steps, and you can talk to your first agent.',
  },
  {
    step: 'package',
    label: 'Package',
    title: 'Choose your package',
    description: 'Minutes you buy never expire. You can add more at any time.',
  },
  {
    step: 'payment',
    label: 'Payment',
    title: 'Payment',
    description: 'One payment for your minutes and the first month of platform access.',
  },
]

interface PageProps {
  step: Step
  /** Replaces the step's own title. */
  title?: string | undefined
  children: ReactNode
}

/** One of the three steps of the registration, with the progress. */
export function StepPage({ step, title, children }: PageProps) {
  const index = steps.findIndex((one) => one.step === step)
  const { title: usualTitle, description } = steps[index]!
  const Layout = step === 'details' ? FormPage : Page
  return (
    <Layout
      title={title ?? usualTitle}
      description={description}
      above={<ProgressSteps look="line" labels={steps.map(({ label }) => label)} at={index} />}
    >
      <Suspense fallback={<CardSkeleton />}>{children}</Suspense>
    </Layout>
  )
}

interface DetailsProps {
  /** The account, once it exists. */
  user: Me | null
  /** The package chosen before, if any; signing in leads back to it. */
  tier: PackageTier | undefined
  /** Referral code of the person who invited this one (D51). */
  referralCode: string | null
  onDone: () => void
}

/** Step 1: creates the account; after going back only the names can be changed (S155, D21). */
export function Details({ user, tier, referralCode, onDone }: DetailsProps) {
  if (user) {
    return (
      <StepPage step="details" title="Your details">
        <Card>
          <KnownDetails user={user} onDone={onDone} />
        </Card>
      </StepPage>
    )
  }
  return (
    <StepPage step="details">
      <CookieNote />
      <Card className="flex flex-col gap-4">
        <CallForm
          call={register}
          sections={[names, { fields: ['email', 'password'] }]}
          words={{ email: { autoComplete: 'username' } }}
          slots={{ password: newPassword }}
          toBody={(values) => ({
            ...values,
            ref: referralCode?.slice(0, 32) ?? undefined,
            timeZone: ownTimeZone(),
          })}
          submit="Create Account"
          pendingText="Creating…"
          look={wideButton}
          done={async (created) => {
            await beginSession(created)
            onDone()
          }}
        />
        <TermsNote />
      </Card>
      <p className="mt-6 text-center text-muted">
        Already have an account?{' '}
        <TextLink href={paths.login({ next: tier && paths.register({ tier }) })}>Sign in</TextLink>
      </p>
    </StepPage>
  )
}

const names = { fields: ['firstName', 'lastName'], columns: 2 } as const
const wideButton = { size: 'touch', wide: true } as const
const newPassword = (
  <PasswordField name="password" label="Password" autoComplete="new-password" rules={passwordRules} required />
)

function KnownDetails({ user, onDone }: { user: Me; onDone: () => void }) {
  return (
    <CallForm
      call={updateNames}
      known={user}
      sections={[names]}
      after={
        <>
          <TextField name="email" label="Email" defaultValue={user.email} disabled />
          <TextField
            name="password"
            label="Password"
            type="password"
            defaultValue="********"
            help="Your account already exists, so its email and password can't be changed here."
            disabled
          />
        </>
      }
      submit="Continue"
      pendingText="Saving…"
      look={wideButton}
      told={null}
      done={async (saved) => {
        await setMe(saved)
        onDone()
      }}
    />
  )
}

interface PackageProps {
  tier: PackageTier
  onTier: (tier: PackageTier) => void
  /** Price of a month of platform access, in dollars. */
  monthlyDollars: number
  /** The server's figures, if they differ from ours. */
  priceChange: PriceChange | null
  isPending: boolean
  onContinue: () => void
  onBack: () => void
}

/** Step 2: one of the four packages, with what it costs together with platform access (S065-S067). */
export function PackageStep({
  tier,
  onTier,
  monthlyDollars,
  priceChange,
  isPending,
  onContinue,
  onBack,
}: PackageProps) {
  return (
    <StepPage step="package">
      <OptionCards
        name="package"
        legend="Package"
        hideLegend
        value={tier}
        onChange={onTier}
        disabled={isPending}
        className={packageColumns}
        // Otherwise the mark of the popular one would lose its ground on the chosen card.
        cardClassName={classes(packageRows, 'has-checked:[&_[data-popular]>*]:bg-surface')}
        cards={packageTiers.map((one) => ({
          value: one,
          label: describe(packages[one]),
          content: <PackageFacts offer={packages[one]} headClassName={optionHead} />,
        }))}
      />
      {priceChange && (
        <div className="mt-6">
          <PriceChanged change={priceChange} />
        </div>
      )}
      <p className="mt-6 text-muted">
        <span>{minutesText(packages[tier].minutes)}</span> that never expire, and{' '}
        <span>{minutesText(platformAccess.monthlyMinutes)}</span> for this month. Platform access renews monthly; cancel
        anytime.
      </p>
      <TotalsBar tier={tier} monthlyDollars={monthlyDollars} isPending={isPending} onContinue={onContinue} />
      <Button
        variant="ghost"
        className="mt-4 -ml-4"
        icon={<ArrowLeft aria-hidden className="size-4" />}
        onClick={onBack}
      >
        Back to Details
      </Button>
    </StepPage>
  )
}

type TotalsProps = Pick<PackageProps, 'tier' | 'monthlyDollars' | 'isPending' | 'onContinue'>

/** The sum with the button that leads to its payment, in sight at the end of the page. */
function TotalsBar({ tier, monthlyDollars, isPending, onContinue }: TotalsProps) {
  const { name, priceCents } = packages[tier]
  const monthlyCents = dollarsToCents(monthlyDollars)
  return (
    <div
      data-totals-bar=""
      className="sticky bottom-above-bar z-10 mt-4 rounded-card border border-line bg-raised px-4 py-3 shadow-overlay sm:px-6 sm:py-4 large-text:static"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p role="status" className="min-w-0 font-medium sm:text-lg">
          {name} <span translate="no">{formatCents(priceCents)}</span> + platform access{' '}
          <span translate="no">{formatCents(monthlyCents)}</span>
        </p>
        <Button
          size="touch"
          className="max-sm:w-full"
          pending={isPending}
          pendingText="Preparing…"
          onClick={onContinue}
        >
          Continue to Payment · <span translate="no">{formatCents(priceCents + monthlyCents)}</span>
        </Button>
      </div>
      <PreparingNote isPreparing={isPending} />
    </div>
  )
}

/** Returns the whole card as one sentence, for screen readers. */
function describe({ name, priceCents, minutes, savingsPercent, popular }: CreditPackage): string {
  const savings = savingsPercent > 0 ? `, save ${formatTenths(savingsPercent)}%` : ''
  return `${name}: ${minutesText(minutes)} for ${formatPrice(priceCents)}${savings}${popular ? ', most popular' : ''}`
}
