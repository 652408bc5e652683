import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { choiceQuery } from '#web/screens/organizations/prices/choice.ts'
import { OpenOrder } from '#web/screens/organizations/prices/open-order.tsx'
import { PriceBuilder } from '#web/screens/organizations/prices/price-builder.tsx'
import { OrganizationSteps } from '#web/screens/organizations/steps.tsx'

interface Props extends ComponentProps<typeof PriceBuilder> {
  /** The id of the organization that waits for the package. */
  organizationId?: string
  title?: string
}

/** The first of three steps, with the order next to it (S358-S360). A package that was chosen before can be rebuilt. */
export function RegisterPage({ organizationId, title = 'Register your organization', ...builder }: Props) {
  const { choice, change } = builder
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
      <PriceBuilder
        {...builder}
        action={
          !change && (
            <LinkButton
              href={paths.packageBuilder({ ...choiceQuery(choice), organizationId })}
              variant="secondary"
              wide
            >
              Change Package
            </LinkButton>
          )
        }
      />
    </Page>
  )
}
