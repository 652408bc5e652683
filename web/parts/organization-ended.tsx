import type { Me } from '#contract/people.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from './page-layout.tsx'

/** In place of every guarded screen while the organization that one works in gives no access (D129, D130). */
export function OrganizationEnded({ name, user }: { name: string; user: Me }) {
  const isAdmin = user.organizationRole === 'admin'
  const wayBack = user.organizationGraceEndsAt ? 'Fix Payment' : 'Reactivate'
  return (
    <Page title="Your organization's access has ended." width="form">
      <Card>
        <p>The minutes, people and history of {name} are kept.</p>
        <p className="mt-2 text-muted">
          {isAdmin
            ? 'One payment brings its access back, for everybody in it.'
            : 'Its admins can bring the access back.'}
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          {isAdmin && <LinkButton href={paths.organizationDashboard({ tab: 'billing' })}>{wayBack}</LinkButton>}
          <LinkButton href={paths.organizationDashboard()} variant={isAdmin ? 'secondary' : 'primary'}>
            Open Dashboard
          </LinkButton>
        </div>
      </Card>
    </Page>
  )
}
