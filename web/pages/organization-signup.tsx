import { Page } from '#web/parts/page-layout.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/** Where invited people arrive from the header (S051, D159). */
export default function OrganizationSignup() {
  return (
    <Page title="Invited by your organization?" width="prose">
      <p className="text-lg">
        Open the link in your invitation e-mail: it knows your organization and leads you on. If you cannot find the
        mail, ask whoever invited you to send it again.
      </p>
      <p className="mt-4 text-lg">You already joined? Then just sign in.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <LinkButton href={paths.login()} size="touch">
          Sign In
        </LinkButton>
        <LinkButton href="/organization-info" variant="secondary" size="touch">
          About Luna for teams
        </LinkButton>
      </div>
    </Page>
  )
}
