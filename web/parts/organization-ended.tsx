import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from './page-layout.tsx'

/** In place of every guarded screen while the organization that one works in gives no access (D129, D130). */
export function OrganizationEnded({ name, isAdmin }: { name: string; isAdmin: boolean }) {
  return (
    <Page title="Your organization's access has ended." width="form">
      <Card>
        <p>The minutes, people and history of {name} are kept.</p>
        <p className="mt-2 text-muted">
          {isAdmin ? 'You can bring its access back under Billing.' : 'Its admins can bring the access back.'}
        </p>
        <div className="mt-6">
          <LinkButton href={paths.organizationDashboard()}>Open Dashboard</LinkButton>
        </div>
      </Card>
    </Page>
  )
}
