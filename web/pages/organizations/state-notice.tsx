import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { TabProps } from './organization-view.tsx'

/** Why the organization's people cannot talk now, and what an admin can do about it (D129, D130). */
export function StateNotice({ details: { organization, role } }: TabProps) {
  const { id, isActive, subscriptionStatus, givesAccess } = organization
  if (givesAccess) return null
  const isAdmin = role === 'admin'
  if (!isActive || subscriptionStatus !== 'inactive') {
    return (
      <Banner tone="warning" title="Your organization's access has ended.">
        {isAdmin ? 'Minutes, people and history are kept. Bring its access back under Billing.' : keptText}
      </Banner>
    )
  }
  return (
    <Banner
      tone="warning"
      title="Not paid yet"
      actions={isAdmin && <LinkButton href={paths.packageBuilder({ organizationId: id })}>Choose a Package</LinkButton>}
    >
      {isAdmin
        ? 'Nobody can talk here until a package is paid. You can already invite people, add agents and choose how it looks.'
        : 'Nobody can talk here until one of its admins has paid a package.'}
    </Banner>
  )
}

const keptText = 'Minutes, people and history are kept. Its admins can bring the access back.'
