import type { customer } from '#contract/admin/customers.ts'
import type { Answer } from '#contract/call.ts'
import { formatDate } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { roleNames as memberRoles } from '#web/screens/organizations/labels.ts'
import { nameRole } from '../labels.ts'
import { Facts } from '../organizations/section.tsx'
import { statusOf } from '../users/users-tab.tsx'

type About = Answer<typeof customer>

/** Who somebody is. Of a person who was erased only money and minutes are left (D28). */
export function Who({ about }: { about: About }) {
  const { user, erasedAt, createdAt } = about
  if (!user) {
    return (
      <Banner tone="info" title={erasedAt ? `Erased on ${formatDate(erasedAt)}` : 'Erased'}>
        Name, address and words are gone. Payments and minutes stay without a name.
      </Banner>
    )
  }
  const status = statusOf(user)
  return (
    <Card title="Who" aside={<Badge tone={status.tone}>{status.label}</Badge>}>
      <Facts
        facts={[
          ['Email', `${user.email}, ${about.isEmailConfirmed ? 'confirmed' : 'not confirmed'}`],
          ['Role', nameRole(user)],
          ['Member since', formatDate(createdAt)],
          ['Two-factor sign-in', about.twoFactorSince ? `On since ${formatDate(about.twoFactorSince)}` : 'Off'],
          ['Organizations', <Organizations key="organizations" user={user} />],
          ...(user.erasedAt ? ([['Will be erased', formatDate(user.erasedAt)]] as const) : []),
        ]}
      />
    </Card>
  )
}

function Organizations({ user: { organizations } }: { user: NonNullable<About['user']> }) {
  if (organizations.length === 0) return 'None'
  return (
    <ul>
      {organizations.map(({ id, name, role }) => (
        <li key={id}>
          <TextLink href={paths.adminOrganization(id)}>{name}</TextLink>, {memberRoles[role].toLowerCase()}
        </li>
      ))}
    </ul>
  )
}
