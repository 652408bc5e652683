import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { countText, minutesText } from '#contract/amounts.ts'
import { organizationDetails } from '#contract/organizations/management.ts'
import { minuteOffers, poolAutoPurchaseBelowMinutes, type OrganizationOrder } from '#contract/organizations/prices.ts'
import { query } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { useMe } from '#web/client/me.ts'
import { Banner } from '#web/kit/banner.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { builderLimits as limits, choiceQuery, firstChoice, useArrivedChoice } from './choice.ts'
import { OpenOrder } from './open-order.tsx'
import { PriceBuilder, StartRegistration } from './price-builder.tsx'

/**
 * /package-builder: people choose a package, then go on to the registration (S350-S354, D98) or, for an existing
 * organization, to its payment (D130).
 */
export default function PackageBuilder() {
  const me = useMe()
  const { choice, change, arrived } = useArrivedChoice(firstChoice, limits)
  const organizationId = arrived.get('organizationId') ?? undefined
  const href = paths.organizationRegisterSimplified({ ...choiceQuery(choice), organizationId })
  return (
    <Page
      title="Build your package"
      description="Choose users, minutes and agents. The package summary follows every choice."
    >
      {organizationId ? me && <ForOrganization id={organizationId} /> : <OpenOrder className="mb-6" />}
      <PriceBuilder
        choice={choice}
        change={{ onChange: change, limits }}
        action={<StartRegistration {...{ choice, limits, href }} {...(organizationId && { label: 'Continue' })} />}
        aside={
          <>
            <Included choice={choice} />
            <p className="text-muted">
              Questions first? <TextLink href={paths.organizationInfo({ to: 'contact' })}>Talk to us.</TextLink>
            </p>
          </>
        }
      />
    </Page>
  )
}

/** Names the organization that the package is for. */
function ForOrganization({ id }: { id: string }) {
  const { data } = useLoadToast(useQuery(query(organizationDetails, { params: { organizationId: id } })))
  if (!data) return null
  return (
    <div className="mb-6">
      <Banner title={`A package for ${data.organization.name}`}>
        It opens when you pay, and keeps its people, address and agents.
      </Banner>
    </div>
  )
}

/** Lists what a choice includes, in words (S352). */
function Included({ choice }: { choice: OrganizationOrder }) {
  return (
    <section aria-label="What's included" className="rounded-card bg-sunken p-5">
      <h2 className="text-lg font-semibold">What&apos;s included</h2>
      <ul className="mt-3 flex flex-col gap-2">
        {included(choice).map((text) => (
          <li key={text} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-link" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

function included(choice: OrganizationOrder): string[] {
  const { userCount, agentType, numberOfAgents, minutePackage, brandedPWA, ongoingOptimization } = choice
  const hasAgents = agentType !== 'none'
  const lines: [isIncluded: boolean, text: string][] = [
    [userCount === 1, 'A seat for one person'],
    [userCount > 1, `Seats for ${countText(userCount, 'person', 'people')}`],
    [true, `${minutesText(minuteOffers[minutePackage].minutes)} every month in one shared pool; they never expire`],
    [
      true,
      `The same package again when fewer than ${minutesText(poolAutoPurchaseBelowMinutes)} remain; you can turn this off`,
    ],
    [hasAgents && numberOfAgents === 1, 'One private agent, built with you'],
    [hasAgents && numberOfAgents > 1, `${numberOfAgents} private agents, built with you`],
    [hasAgents && ongoingOptimization, 'Ongoing optimization of your agents'],
    [brandedPWA, 'An app with your name, logo and colors'],
    [true, 'A dashboard for members, agents, usage and billing'],
    [true, 'Reports on who talked, when and for how long, but never on what was said'],
  ]
  return lines.filter(([isIncluded]) => isIncluded).map(([, text]) => text)
}
