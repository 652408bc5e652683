import type { SubscriptionStatus } from '#contract/organizations/ranks.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

interface Props {
  organization: { id: number; isActive: boolean; subscriptionStatus: SubscriptionStatus; givesAccess: boolean }
  isAdmin: boolean
  /** Where to pay; null when the person is already there or has to open the organization's dashboard first. */
  billingPath: string | null
}

/** Says why people cannot talk now and what an admin can do about it (D129, D130). */
export function OrganizationNotice({ organization, isAdmin, billingPath }: Props) {
  const { id, isActive, subscriptionStatus: status, givesAccess } = organization
  if (givesAccess) return null
  if (isActive && status === 'inactive') return <Unpaid id={id} isAdmin={isAdmin} />
  const wayBack = isAdmin && isActive && billingPath && (
    <LinkButton href={billingPath} size="dense">
      {status === 'past_due' ? 'Fix Payment' : 'Reactivate'}
    </LinkButton>
  )
  return (
    <Banner tone="warning" title="Your organization's access has ended." actions={wayBack}>
      {`Minutes, people and history are kept. ${wayBackText(isAdmin, isActive)}`}
    </Banner>
  )
}

function wayBackText(isAdmin: boolean, isActive: boolean): string {
  if (!isActive) return 'Please contact support to reopen it.'
  return isAdmin ? 'Restore access under Billing.' : 'Its admins can restore access.'
}

function Unpaid({ id, isAdmin }: { id: number; isAdmin: boolean }) {
  return (
    <Banner
      tone="warning"
      title="Your organization hasn't paid yet."
      actions={isAdmin && <LinkButton href={paths.packageBuilder({ organizationId: id })}>Choose a Package</LinkButton>}
    >
      {isAdmin
        ? 'Nobody can talk to its agents until a package is paid for. Meanwhile, you can invite people, add agents and set up the branding.'
        : 'Nobody can talk to its agents until a package is paid for. Its admins choose and pay for it.'}
    </Banner>
  )
}
