import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import * as z from 'zod/mini'
import { invalidResetLink, resetPassword, verifyResetToken } from '#contract/identity/mailed-links.ts'
import { refreshMe } from '#web/client/me.ts'
import { newPasswordField } from '#contract/identity/fields.ts'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { query, useCall } from '#web/client/api.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { FormPage } from '#web/screens/frame/night-split.tsx'
import { NewPasswordFields, samePasswords } from '#web/screens/identity/new-password-fields.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { showFailure } from '#web/client/failure.ts'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'

/**
 * /reset-password: the token has left the address bar before this renders, so no page learns it as a referrer (D18).
 */
export default function ResetPassword() {
  const [token] = useState(() => readSecret('token'))
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {token ? <ResetWithToken token={token} /> : <NoToken />}
    </>
  )
}

function NoToken() {
  useEffect(() => showFailure({ title: 'Invalid reset link', text: invalidResetLink }), [])
  return <Redirect to={paths.login()} replace />
}

function ResetWithToken({ token }: { token: string }) {
  const check = useQuery(query(verifyResetToken, { params: { token } }))
  const [isReset, setReset] = useState(false)
  useStepFocus(isReset ? 'done' : check.status)
  if (isReset) return <PasswordReset />
  return (
    <Loaded read={check} what="this link" skeleton={<PageSpinner label="Checking your link…" />}>
      {({ valid, isUsed }) => {
        if (valid) return <ResetForm token={token} onReset={() => setReset(true)} />
        return isUsed ? <UsedLink /> : <InvalidLink />
      }}
    </Loaded>
  )
}

const fillIn = 'Please fill in all fields'

/** Messages of the seed's reset form (S183-S185); a missing field comes first. */
const form = z
  .object({
    newPassword: z.pipe(z.string().check(z.minLength(1, { error: fillIn })), newPasswordField),
    confirmPassword: z.string().check(z.minLength(1, { error: fillIn })),
  })
  .check(samePasswords('Passwords do not match'))

function ResetForm({ token, onReset }: { token: string; onReset: () => void }) {
  const reset = useCall(resetPassword, {
    done: async () => {
      onReset()
      // The reset ended every session of this user, perhaps including the one in this browser.
      await refreshMe()
    },
  })
  return (
    <FormPage title="Set a new password" description="Saving it signs you out on all devices.">
      <Card>
        <Form
          schema={form}
          onSubmit={({ newPassword }) => reset.submit({ body: { token, newPassword } })}
          className="flex flex-col gap-4"
        >
          <NewPasswordFields />
          <SubmitButton wide size="touch" pendingText="Saving…">
            Reset Password
          </SubmitButton>
        </Form>
      </Card>
    </FormPage>
  )
}

/** The second opening of a link that has set a password, or of one that a later link replaced (D201). */
function UsedLink() {
  return (
    <FormPage
      title="Link Already Used"
      description="This link has done its work. Sign in with your password, or request a new link if you don't know it."
    >
      <div className="flex flex-wrap gap-3">
        <LinkButton href={paths.login()} size="touch">
          Sign In
        </LinkButton>
        <LinkButton href={paths.forgotPassword()} variant="secondary" size="touch">
          Request a New Link
        </LinkButton>
      </div>
    </FormPage>
  )
}

function InvalidLink() {
  return (
    <FormPage title="Invalid Link" description={invalidResetLink}>
      <LinkButton href={paths.forgotPassword()} size="touch">
        Request a New Link
      </LinkButton>
    </FormPage>
  )
}

function PasswordReset() {
  return (
    <FormPage title="Password Reset!">
      <Card>
        <p className="flex gap-3 text-lg">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
          Your password has been changed. You can sign in now.
        </p>
        <LinkButton href={paths.login()} wide size="touch" className="mt-6">
          Sign In
        </LinkButton>
      </Card>
    </FormPage>
  )
}
