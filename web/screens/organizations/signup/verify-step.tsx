import * as z from 'zod/mini'
import { validateOrganization } from '#contract/organizations/joining.ts'
import { emailField } from '#contract/identity/fields.ts'
import { useCall } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { invitationVerified, signupFailures } from './toasts.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { OtherWays } from './other-ways.tsx'
import type { Signup } from './signup-data.ts'

/** An id is a number that people copy from a mail (S523). */
const form = z.object({
  email: emailField,
  organizationId: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Organization ID is required', abort: true }),
      z.regex(/^\d{1,9}$/, { error: 'Organization ID must be a number' }),
    ),
})

interface Props {
  signup: Signup
  onTyped: (typed: Partial<Signup>) => void
  onVerified: (told: Partial<Signup>) => void
  /** Without a link, or when the address must be verified first, the person continues from a mail (D110, D119). */
  onMailed: (message: string) => void
}

/** Step 1: finds the invitation (S376, S482, S557). */
export function VerifyStep({ signup, onTyped, onVerified, onMailed }: Props) {
  const { inviteToken } = signup
  const verify = useCall(validateOrganization, {
    failed: signupFailures.signupValidation,
    advice: { invalid_invitation: { organizationId: 'Check the email and the ID in your invitation.' } },
    done: ({ valid, organizationName = '', firstName = '', lastName = '', message = '' }) => {
      if (!valid) return onMailed(message)
      showToast(invitationVerified(organizationName))
      onVerified({ organizationName, firstName, lastName })
    },
  })
  return (
    <Page
      title="Organization Access"
      description={<span className="break-words">{greeting(signup)}</span>}
      width="form"
    >
      <SignedInNote inviteToken={inviteToken} />
      <Card>
        <Form
          schema={form}
          onSubmit={({ email, organizationId }) => {
            onTyped({ email, organizationId })
            return verify.submit({ body: { email, organizationId, inviteToken } })
          }}
          className="flex flex-col gap-4"
        >
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            defaultValue={signup.email}
            help={inviteToken ? undefined : 'The address your invitation was sent to.'}
            required
          />
          <TextField
            name="organizationId"
            label="Organization ID"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={signup.organizationId}
            help="You'll find it in your invitation, or ask your admin."
            required
          />
          <SubmitButton wide size="touch" pendingText="Verifying…">
            Verify Invitation
          </SubmitButton>
        </Form>
      </Card>
      <OtherWays inviteToken={inviteToken} />
    </Page>
  )
}

function greeting({ organizationName }: Signup): string {
  if (organizationName) return `You're invited to ${organizationName}.`
  return 'Join the organization that invited you.'
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
