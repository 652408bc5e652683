import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { SupportText } from '#web/kit/text-link.tsx'
import { ContextButtons } from '#web/screens/frame/header/context-switch.tsx'
import { shutOutText, wayToAccess } from '#web/screens/frame/header/organization-access.ts'
import { KeptLinks } from '#web/screens/frame/kept-links.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
/**
 * Replaces every guarded screen while the person's current organization has no access, because it has ended or waits for
 * its first package (D129, D130).
 */
export function ShutOut({ user }: { user: Me }) {
  const way = wayToAccess(user)
  const { title, text, more, open } = wordsOf(user)
  return (
    <Page title={title} width="form">
      <Card>
        <p>{text}</p>
        <p className="mt-2 text-muted">
          <SupportText>{more}</SupportText>
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          {way && <LinkButton href={way.href}>{way.label}</LinkButton>}
          <LinkButton href={open.href} variant={way || user.isOrganizationUnpaid ? 'secondary' : 'primary'}>
            {open.label}
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

function wordsOf(user: Me) {
  const { organizationId, organizationName: name, organizationRole } = user
  const isAdmin = organizationRole === 'admin'
  if (user.isOrganizationUnpaid) {
    return {
      title: `${name} hasn't paid yet`,
      text: 'Nobody can talk to its agents until a package is paid for.',
      more: isAdmin
        ? 'Meanwhile, you can invite people, add agents and set up the branding.'
        : 'Its admins choose and pay for it.',
      open: { href: paths.organizations({ id: organizationId ?? undefined }), label: 'Open Organization' },
    }
  }
  const wayBack = isAdmin ? 'One payment restores access for everyone.' : 'Its admins can restore access.'
  return {
    title: shutOutText(user),
    text: `${name} keeps its minutes, people and history.`,
    more: user.isOrganizationOff ? 'It was archived or switched off. Please contact support to reopen it.' : wayBack,
    open: { href: paths.organizationDashboard(), label: 'Open Dashboard' },
  }
}

/** Shown above the pages that stay open while the person's current organization has no access (D129, D178, D180). */
export function ShutOutBanner({ user }: { user: Me }) {
  const way = wayToAccess(user)
  return (
    <div className="print:hidden mx-auto w-full max-w-page px-4 pt-6 sm:px-6">
      <Banner
        tone="warning"
        title={shutOutText(user)}
        actions={
          <>
            {way && (
              <LinkButton href={way.href} size="dense">
                {way.label}
              </LinkButton>
            )}
            <ContextButtons size="dense" />
          </>
        }
      >
        You still have access to everything that's yours.
      </Banner>
    </div>
  )
}
