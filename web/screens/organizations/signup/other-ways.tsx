import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'

/**
 * For people who have an account, and for people who came by mistake (S379); sign-in returns to the invitation.
 */
export function OtherWays({ inviteToken }: { inviteToken: string | undefined }) {
  return (
    <p className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-2 text-muted">
      <span>
        Already have an account? <TextLink href={signInPath(inviteToken)}>Sign in</TextLink>
      </span>
      <TextLink href={paths.organizationInfo()}>Back to organization info</TextLink>
    </p>
  )
}

/** Returns the path of the sign-in page, which returns to the invitation when there is one. */
export function signInPath(inviteToken: string | undefined): string {
  return inviteToken ? paths.login({ next: paths.join(inviteToken) }) : paths.login()
}
