import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

/** For people who neither belong to the organization nor may view it as a platform admin (S390, S416, D134). */
export function NoOrganization() {
  return (
    <Page title="No Organization Found" width="form">
      <EmptyState
        title="There's nothing to show you here"
        action={
          <>
            <LinkButton href="/api/logout" variant="secondary" reload>
              Sign Out
            </LinkButton>
            <LinkButton href={paths.organizations()} variant="secondary">
              Create an Organization
            </LinkButton>
            <LinkButton href={paths.home()}>Go to Home Page</LinkButton>
          </>
        }
      >
        If you were invited, open the link in your invitation. Otherwise, ask an admin of the organization to invite
        you.
      </EmptyState>
    </Page>
  )
}
