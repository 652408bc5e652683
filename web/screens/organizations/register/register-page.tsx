import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useLocation } from 'wouter'
import { centsToDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { priceOrganization, settleChoice, type OrganizationOrder } from '#contract/organizations/prices.ts'
import { registerOrganization } from '#contract/organizations/registration.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { successOf } from '#web/client/api.ts'
import { showFailure } from '#web/client/failure.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { checkoutLink } from '../checkout/checkout-link.ts'
import { choiceQuery } from '../prices/choice.ts'
import { noteOpenOrder, OpenOrder } from '../prices/open-order.tsx'
import { PriceBuilder } from '../prices/price-builder.tsx'
import { OrganizationSteps } from '../steps.tsx'

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

/** The person who orders, and their business. */
export const contactPerson = { fields: ['contactName', 'contactPhone'], columns: 2 } as const
export const business = { fields: ['industry', 'companySize'], columns: 2 } as const

/** The contact fields of a new organization, which two forms share (S460). */
export const contactSections = [
  { fields: ['organizationName'] },
  contactPerson,
  { fields: ['contactEmail'] },
  business,
  { fields: ['website'] },
] as const

/** Returns what each form sends besides what was typed: the package, with the total that was shown (D29). */
export function useOrder(choice: OrganizationOrder) {
  const [, navigate] = useLocation()
  const { userCount, agentType, numberOfAgents, minutePackage, brandedPWA, ongoingOptimization } = settleChoice(choice)
  const totalAmount = centsToDollars(priceOrganization(choice).todayCents)
  const order = { userCount, agentType, numberOfAgents, minutePackage, brandedPWA, ongoingOptimization, totalAmount }

  /** Opens the checkout of a stored registration (S361, S550), and says so or what was lost. */
  function goOn(
    stored: Answer<typeof registerOrganization>,
    contact: Parameters<typeof checkoutLink>[2],
    sayLoss?: (() => void) | null,
  ): void {
    const link = checkoutLink(stored, choice, contact)
    if (link === null) {
      return showFailure({
        title: 'Registration Error',
        text: 'Could not open the checkout. Please try again.',
      })
    }
    noteOpenOrder(stored.id)
    const submitted = successOf(registerOrganization)
    if (sayLoss) sayLoss()
    else if (submitted) showToast(submitted)
    navigate(link)
  }

  return {
    goOn,
    form: {
      toBody: (typed: object) => ({ ...typed, ...order }),
      told: null,
      submit: 'Continue to Payment',
      pendingText: 'Submitting…',
      look: { size: 'touch' },
    } as const,
  }
}
