import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { ContextButtons } from '#web/screens/frame/header/context-switch.tsx'
import { KeptLinks } from '#web/screens/frame/kept-links.tsx'
import { wayToAccess } from '#web/screens/frame/header/organization-access.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'

/** Replaces every guarded screen while the person's current organization waits for its first package (D130). */
export function OrganizationUnpaid({ user }: { user: Me }) {
  const { organizationId, organizationName, organizationRole } = user
  const isAdmin = organizationRole === 'admin'
  const id = organizationId ?? undefined
  const way = wayToAccess(user)
  return (
    <Page title={`${organizationName} hasn't paid yet`} width="form">
      <Card>
        <p>Nobody can talk to its agents until a package is paid for.</p>
        <p className="mt-2 text-muted">
          {isAdmin
            ? 'Meanwhile, you can invite people, add agents and set up the branding.'
            : 'Its admins choose and pay for it.'}
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          {way && <LinkButton href={way.href}>{way.label}</LinkButton>}
          <LinkButton href={paths.organizations({ id })} variant="secondary">
            Open Organization
          </LinkButton>
          <ContextButtons />
        </div>
      </Card>
      <div className="mt-4">
        <KeptLinks />
      </div>
    </Page>
  )
}
