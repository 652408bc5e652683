import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrganizationOrder } from '#contract/organizations/prices.ts'
import { choiceQuery } from '#web/screens/organizations/prices/choice.ts'
import { OpenOrder } from '#web/screens/organizations/prices/open-order.tsx'
import { OrganizationColumns } from '#web/screens/organizations/prices/columns.tsx'
import { OrganizationSteps } from '#web/screens/organizations/steps.tsx'
import { OrganizationSummary } from '#web/screens/organizations/prices/summary.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { TotalsBar } from '#web/screens/organizations/prices/totals-bar.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'

interface Props {
  choice: OrganizationOrder
  /** Whether to link back to the package builder, because the package cannot be changed here. */
  canRebuild?: boolean
  /** The id of the organization that waits for the package. */
  organizationId?: string
  title?: string
  children: ReactNode
}

/** The first of three steps, with the order next to it (S358-S360). */
export function RegisterPage({
  choice,
  canRebuild = false,
  organizationId,
  title = 'Register your organization',
  children,
}: Props) {
  return (
    <Page
      title={title}
      description="Tell us who you are. You'll pay on the next page."
      above={<OrganizationSteps at={0} />}
      actions={
        <LinkButton
          href={organizationId ? paths.organizations({ id: Number(organizationId) }) : paths.organizationInfo()}
          variant="secondary"
          icon={<ArrowLeft aria-hidden className="size-4" />}
        >
          {organizationId ? 'Back to Organization' : 'Back to Info'}
        </LinkButton>
      }
    >
      {!organizationId && <OpenOrder className="mb-6" />}
      <OrganizationColumns
        aside={
          <OrganizationSummary choice={choice} title="Selected Package" show={['oneTime', 'monthly', 'today']}>
            {canRebuild && (
              <div className="mt-5">
                <LinkButton
                  href={paths.packageBuilder({ ...choiceQuery(choice), organizationId })}
                  variant="secondary"
                  wide
                >
                  Change Package
                </LinkButton>
              </div>
            )}
          </OrganizationSummary>
        }
      >
        {children}
        <TotalsBar
          choice={choice}
          title="Selected Package"
          show={['today', 'monthly']}
          all={['oneTime', 'monthly', 'today']}
        />
      </OrganizationColumns>
    </Page>
  )
}
