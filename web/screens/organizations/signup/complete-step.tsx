import { useState } from 'react'
import * as z from 'zod/mini'
import { completeOrganizationRegistration } from '#contract/organizations/joining.ts'
import { newPasswordField } from '#contract/identity/fields.ts'
import { readableAddress } from '#contract/identity/typed-address.ts'
import { limitedLine } from '#contract/required-text.ts'
import { ApiError } from '#web/client/api-error.ts'
import { useCall } from '#web/client/api.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { NewPasswordFields, passwordRules } from '#web/screens/identity/new-password-fields.tsx'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import { enterOrganization } from '#web/client/organization.ts'
import { showFailure } from '#web/client/failure.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import type { FieldErrors } from '#web/kit/fields/form-state.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { signInPath, type Signup } from './verify-step.tsx'
const nameField = limitedLine(100)

/** Names may stay empty when the invitation has them (S524, D117). */
const form = z.object({
  firstName: nameField,
  lastName: nameField,
  password: z.string().check(z.minLength(1, { error: 'Password is required' })),
  /** Only after the first step: the person at a personal link types one password, as at /register (D197). */
  confirmPassword: z.optional(z.string().check(z.minLength(1, { error: 'Please repeat the password' }))),
})

interface Props {
  signup: Signup
  onBack: () => void
  /** The person is not the one for whom the link is. */
  onOther: () => void
  onCreated: (organizationName: string) => void
}

/** Step 2: the account (S377, S483, S484, S558, D111, D197). */
export function CompleteStep({ signup, onBack, onOther, onCreated }: Props) {
  const { email, organizationId, inviteToken, isProven } = signup
  const [hasAccount, setHasAccount] = useState(false)
  const create = useCall(completeOrganizationRegistration, {
    done: async (told) => {
      await enterOrganization()
      onCreated(told.organizationName)
    },
    refused: (error) => setHasAccount(error instanceof ApiError && error.code === 'account_exists'),
  })
  function submit({ firstName, lastName, password, confirmPassword }: z.output<typeof form>) {
    const wrong = findPasswordFault(password, confirmPassword)
    if (wrong) return wrong
    return create.submit({ body: { email, organizationId, password, firstName, lastName, inviteToken } })
  }
  return (
    <Page title="Complete Registration" description={<Address signup={signup} onOther={onOther} />} width="form">
      <Card>
        <Form schema={form} onSubmit={submit} className="flex flex-col gap-4">
          {hasAccount && <AccountExists inviteToken={inviteToken} />}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField name="firstName" label="First name" autoComplete="given-name" defaultValue={signup.firstName} />
            <TextField name="lastName" label="Last name" autoComplete="family-name" defaultValue={signup.lastName} />
          </div>
          {/* Password managers save the password under this name. */}
          <input type="hidden" autoComplete="username" value={email} />
          {isProven ? (
            <PasswordField
              name="password"
              label="Password"
              autoComplete="new-password"
              rules={passwordRules}
              required
            />
          ) : (
            <NewPasswordFields name="password" label="Password" />
          )}
          <div className="flex flex-col-reverse gap-3 sm:flex-row">
            {!isProven && (
              <Button variant="secondary" size="touch" onClick={onBack}>
                Back
              </Button>
            )}
            <div className="flex-1">
              <SubmitButton wide size="touch" pendingText="Creating…">
                Create Account
              </SubmitButton>
            </div>
          </div>
          <TermsNote />
        </Form>
      </Card>
    </Page>
  )
}

/** The account's address, which the invitation fixes. */
function Address({ signup, onOther }: Pick<Props, 'signup' | 'onOther'>) {
  const { email, organizationName, isProven } = signup
  return (
    <span className="break-words">
      Create your account at {organizationName} for {readableAddress(email)}.{' '}
      {isProven && (
        <button type="button" onClick={onOther} className="rounded-[2px] text-link underline hover:decoration-2">
          Not you?
        </button>
      )}
    </span>
  )
}

/** Shows the fault in a toast, word for word, and at the field (S525, S526, D11). */
function findPasswordFault(password: string, confirmed = password): Promise<FieldErrors> | undefined {
  const checked = z.safeParse(newPasswordField, password)
  const [issue] = checked.error?.issues ?? []
  if (issue) return fault('password', issue.message)
  if (password !== confirmed) return fault('confirmPassword', 'Passwords do not match')
}

async function fault(field: string, text: string): Promise<FieldErrors> {
  showFailure({ title: 'Password Error', text })
  return { [field]: text }
}

/** Existing accounts are never overwritten: their owner signs in and accepts (D111). */
function AccountExists({ inviteToken }: { inviteToken: string | undefined }) {
  return (
    <Banner
      tone="warning"
      title="You already have an account"
      announce
      actions={<LinkButton href={signInPath(inviteToken)}>Sign In</LinkButton>}
    >
      Please sign in to accept this invitation.
    </Banner>
  )
}
