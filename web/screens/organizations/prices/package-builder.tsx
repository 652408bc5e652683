import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { organizationDetails } from '#contract/organizations/management.ts'
import { agentTypes, type OrganizationChoice } from '#contract/organizations/prices.ts'
import { query } from '#web/client/api.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { useArrivedValues, useNotedValues } from './arrived-values.ts'
import { useMe } from '#web/client/me.ts'
import { builderLimits, choiceQuery, firstChoice, readChoice } from './choice.ts'
import { OpenOrder } from './open-order.tsx'
import { OrganizationColumns } from './columns.tsx'
import { OrganizationControls } from './controls.tsx'
import { OrganizationIncluded } from './included.tsx'
import { OrganizationSummary } from './summary.tsx'
import { TotalsBar } from './totals-bar.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { useOrganizationChoice } from './use-choice.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

const start: OrganizationChoice = { ...firstChoice, minutePackage: null }

const title = 'Package Summary'
const totals = ['oneTime', 'monthly', 'today'] as const

/**
 * /package-builder: people choose a package, then go on to the registration (S350-S354, D98) or, for an existing
 * organization, to its payment (D130).
 */
export default function PackageBuilder() {
  const arrived = useArrivedValues()
  const me = useMe()
  const organizationId = arrived.get('organizationId') ?? undefined
  const [choice, change] = useOrganizationChoice(readChoice(arrived, start, builderLimits))
  useNotedValues(arrived, choiceQuery(choice))
  return (
    <Page title="Build your package" description="Users, minutes and agents. See the price as you choose.">
      {!organizationId && <OpenOrder className="mb-6" />}
      <OrganizationColumns
        aside={
          <>
            <OrganizationSummary choice={choice} title={title} show={totals}>
              <div className="mt-6">
                <StartRegistration choice={choice} organizationId={organizationId} />
              </div>
            </OrganizationSummary>
            <OrganizationIncluded choice={choice} />
            <p className="text-muted">
              Questions first? <TextLink href={paths.organizationInfo({ to: 'contact' })}>Talk to us.</TextLink>
            </p>
          </>
        }
      >
        {organizationId && me && <ForOrganization id={organizationId} />}
        <Card>
          <OrganizationControls choice={choice} onChange={change} limits={builderLimits} agentTypes={agentTypes} />
        </Card>
        <TotalsBar choice={choice} title={title} show={['today', 'monthly']} all={totals} />
      </OrganizationColumns>
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

/** A registration needs both users and minutes (S353). */
function StartRegistration({
  choice,
  organizationId,
}: {
  choice: OrganizationChoice
  organizationId?: string | undefined
}) {
  const icon = <ArrowRight aria-hidden className="order-last size-4" />
  const missing = [choice.userCount < 1 && 'at least one user', !choice.minutePackage && 'a minute package'].filter(
    Boolean,
  )
  if (missing.length === 0) {
    return (
      <LinkButton
        href={paths.organizationRegisterSimplified({ ...choiceQuery(choice), organizationId })}
        size="touch"
        wide
        icon={icon}
      >
        {organizationId ? 'Continue' : 'Start Registration'}
      </LinkButton>
    )
  }
  return (
    <>
      <Button size="touch" wide icon={icon} disabled aria-describedby="registration-missing">
        Start Registration
      </Button>
      <p id="registration-missing" className="mt-2 text-sm text-muted">
        {`Choose ${missing.join(' and ')} to continue.`}
      </p>
    </>
  )
}
