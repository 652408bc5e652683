import * as z from 'zod/mini'
import { validateOrganization } from '#contract/organizations/joining.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { notReached } from '#web/client/failure.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { useMe } from '#web/client/me.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'

/** What is known so far: from the address, typed, or from the server. */
export interface Signup {
  email: string
  organizationId: string
  /** Used only for the greeting until the server confirms it (D107). */
  organizationName: string
  /** From the invitation, to fill in the form. */
  firstName: string
  lastName: string
  inviteToken: string | undefined
  /** Whether the link alone proves the address, so that there is no first step (D197). */
  isProven: boolean
}

/** An id is a number that people copy from a mail (S523). */
const checks = {
  organizationId: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Organization ID is required', abort: true }),
      z.regex(/^\d{1,9}$/, { error: 'Organization ID must be a number' }),
    ),
}

interface Props {
  signup: Signup
  onVerified: (told: Partial<Signup>) => void
  /** Without a link, or when the address must be verified first, the person continues from a mail (D110, D119). */
  onMailed: (message: string, typed: Partial<Signup>) => void
}

/** Step 1: finds the invitation (S376, S482, S557). */
export function VerifyStep({ signup, onVerified, onMailed }: Props) {
  const { inviteToken, organizationName } = signup
  return (
    <Page
      title="Organization Access"
      description={
        <span className="break-words">
          {organizationName ? `You're invited to ${organizationName}.` : 'Join the organization that invited you.'}
        </span>
      }
      width="form"
    >
      <SignedInNote inviteToken={inviteToken} />
      <Card>
        <CallForm
          call={validateOrganization}
          fields={['email', 'organizationId']}
          known={signup}
          words={inviteToken ? {} : { email: { help: 'The address your invitation was sent to.' } }}
          checks={checks}
          toBody={(typed) => ({ ...typed, inviteToken })}
          failed={{
            title: 'Validation Failed',
            text: 'Invalid organization ID or no pending invitation found',
            unreachable: notReached,
          }}
          advice={{ invalid_invitation: { organizationId: 'Check the email and the ID in your invitation.' } }}
          told={({ valid, organizationName: name = '' }) =>
            valid ? { title: 'Validation Successful', description: `Welcome to ${name}.`, tone: 'success' } : null
          }
          done={({ valid, message = '', ...told }, { body }) => {
            const typed = { email: body.email, organizationId: String(body.organizationId) }
            if (valid) onVerified({ ...typed, ...told })
            else onMailed(message, typed)
          }}
          submit="Verify Invitation"
          pendingText="Verifying…"
          look={{ size: 'touch', wide: true }}
        />
      </Card>
      <OtherWays inviteToken={inviteToken} />
    </Page>
  )
}

/** Signed-in people need no second account: they accept on the invitation's page (D111). */
function SignedInNote({ inviteToken }: { inviteToken: string | undefined }) {
  const user = useMe()
  if (!user) return null
  return (
    <div className="mb-6">
      <Banner
        title="You're signed in"
        actions={
          inviteToken && (
            <LinkButton href={paths.join(inviteToken)} variant="secondary">
              Go to the Invitation
            </LinkButton>
          )
        }
      >
        <span className="break-words">
          {`You can join as ${user.email} without a new account.${inviteToken ? '' : ' Open the link in your invitation.'}`}
        </span>
      </Banner>
    </div>
  )
}

/** For people who have an account, and for people who came by mistake (S379); sign-in returns to the invitation. */
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
