import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { SupportText } from '#web/kit/support-text.tsx'
import { ContextButtons } from '#web/screens/frame/header/context-switch.tsx'
import { KeptLinks } from '#web/screens/frame/kept-links.tsx'
import { shutOutText, wayToAccess } from '#web/screens/frame/header/organization-access.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'

/** Replaces every guarded screen while the person's current organization has no access (D129, D130). */
export function OrganizationEnded({ name, user }: { name: string; user: Me }) {
  const way = wayToAccess(user)
  return (
    <Page title={shutOutText(user)} width="form">
      <Card>
        <p>{name} keeps its minutes, people and history.</p>
        <p className="mt-2 text-muted">
          <SupportText>{wayBackText(user)}</SupportText>
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          {way && <LinkButton href={way.href}>{way.label}</LinkButton>}
          <LinkButton href={paths.organizationDashboard()} variant={way ? 'secondary' : 'primary'}>
            Open Dashboard
          </LinkButton>
          {user.isOrganizationOff && (
            <LinkButton href={paths.contact()} variant="secondary">
              Contact Support
            </LinkButton>
          )}
          <ContextButtons />
        </div>
      </Card>
      <div className="mt-4">
        <KeptLinks />
      </div>
    </Page>
  )
}

function wayBackText({ isOrganizationOff, organizationRole }: Me): string {
  if (isOrganizationOff) return 'It was archived or switched off. Please contact support to reopen it.'
  if (organizationRole === 'admin') return 'One payment restores access for everyone.'
  return 'Its admins can restore access.'
}
