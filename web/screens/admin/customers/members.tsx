import type { organizationCustomer } from '#contract/admin/customers.ts'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { roleNames } from '#web/screens/organizations/labels.ts'

/** Who belongs to an organization, each with a link to their own page. */
export function Members({ members }: { members: Answer<typeof organizationCustomer>['members'] }) {
  return (
    <Card title="Members" description={countText(members.length, 'person', 'people')}>
      {members.length === 0 && <EmptyLine title="Nobody has joined yet" />}
      <ul aria-label="Members" className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto">
        {members.map(({ id, name, email, role, isActive }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <div className="min-w-0">
              <TextLink href={paths.adminCustomer(id)} className="wrap-anywhere">
                {name || email}
              </TextLink>
              <p className="text-sm wrap-anywhere text-muted">{email}</p>
            </div>
            <Badge tone={isActive ? 'soft' : 'neutral'}>{isActive ? roleNames[role] : 'Inactive'}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
