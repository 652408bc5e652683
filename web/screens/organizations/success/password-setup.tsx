import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { login } from '#contract/identity/auth.ts'
import { emailField, firstNameField, lastNameField } from '#contract/identity/fields.ts'
import { verifyResetToken } from '#contract/identity/mailed-links.ts'
import { setTempPassword } from '#contract/organizations/payment.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, send, successOf, useCall } from '#web/client/api.ts'
import { showFailure } from '#web/client/failure.ts'
import { setMe } from '#web/client/me.ts'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import type { FieldErrors } from '#web/kit/fields/form-state.ts'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { NewPasswordFields, samePasswords } from '#web/screens/identity/new-password-fields.tsx'
interface Props {
  /** The token from the mail. */
  setupToken: string | null
  /** The account's address; null in a browser that may not know it and has no link. */
  email: string | null
  contactName: string
  /** Whether the password was already set. */
  isDone: boolean
}

/** The new admin's first password (D105); without an address there is nothing to set (S365). */
export function PasswordSetup({ setupToken, email, contactName, isDone }: Props) {
  const [step, setStep] = useState<'form' | 'set' | 'mailed' | 'sign-in'>('form')
  const link = useQuery({
    ...query(verifyResetToken, { params: { token: setupToken ?? '' } }),
    enabled: setupToken !== null,
  })
  if (step === 'set') return <Countdown seconds={2} />
  if (step === 'mailed') return <CheckEmail />
  if (link.isLoading) return <PageSpinner label="Checking your link…" />
  if (step === 'sign-in' || isDone || link.data?.isUsed)
    return <SignInHint text="Your password is set. Please sign in with it." />
  if (!email && !setupToken) {
    return <SignInHint text="Your organization is ready. We've emailed a link to its contact address." />
  }
  return <PasswordForm setupToken={setupToken} email={email} contactName={contactName} onDone={setStep} />
}

/** Opens the dashboard after the given seconds (S366, S367). */
export function Countdown({ seconds }: { seconds: number }) {
  const [, navigate] = useLocation()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (left <= 1) navigate(paths.organizationDashboard())
      else setLeft(left - 1)
    }, 1000)
    return () => clearTimeout(timer)
  }, [left, navigate])
  return (
    <Card>
      <p role="status" className="flex gap-3 text-lg">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
        <span>
          Your organization is ready. Taking you to its dashboard in <span className="tabular">{left}</span>…
        </span>
      </p>
      <LinkButton href={paths.organizationDashboard()} wide size="touch" className="mt-6">
        Open Dashboard
      </LinkButton>
    </Card>
  )
}

const signIn = paths.login({ next: paths.organizationDashboard() })

function SignInHint({ text }: { text: string }) {
  return (
    <Card>
      <p className="text-lg">{text}</p>
      <LinkButton href={signIn} wide size="touch" className="mt-6">
        Sign In
      </LinkButton>
    </Card>
  )
}

/** The token is invalid or has expired, so the person has to use the mail. */
function CheckEmail() {
  return (
    <Card title="Check Your Email">
      <p role="status">
        If an account with this address still needs a password, we've sent it a link. The link works once and expires
        after seven days.
      </p>
      <p className="mt-3 text-muted">
        Already have a password? <TextLink href={signIn}>Sign In</TextLink>
      </p>
    </Card>
  )
}

/** Word for word as specified. */
const tooShort = { title: 'Password Too Short', text: 'Password must be at least 8 characters long.' }
const mismatch = { title: 'Password Mismatch', text: 'Passwords do not match. Please try again.' }

const form = z
  .object({
    email: emailField,
    firstName: firstNameField,
    lastName: lastNameField,
    newPassword: z.string().check(z.minLength(8, { error: tooShort.text })),
    confirmPassword: z.string(),
  })
  .check(samePasswords(mismatch.text))

/** Shows the toasts of the error catalogue in addition to the messages at the fields (S520, S521, S621, S622). */
function showPasswordErrors(errors: FieldErrors) {
  if (errors.newPassword) showFailure(tooShort)
  else if (errors.confirmPassword) showFailure(mismatch)
}

interface FormProps extends Pick<Props, 'setupToken' | 'email' | 'contactName'> {
  onDone: (step: 'set' | 'mailed' | 'sign-in') => void
}

function PasswordForm({ setupToken, email, contactName, onDone }: FormProps) {
  const save = useCall(setTempPassword, {
    told: ({ status }) => (status === 'mail_sent' ? null : successOf(setTempPassword)),
    done: ({ status }, { body }) => (status === 'mail_sent' ? onDone('mailed') : enter(body.email, body.newPassword)),
  })

  async function enter(address: string, password: string) {
    try {
      const me = await send(login, { body: { email: address, password } })
      // An account without a password has no second factor either; a person who just set one up can sign in themselves.
      if ('twoFactorRequired' in me) return onDone('sign-in')
      onDone('set')
      await setMe(me)
    } catch {
      showFailure({ title: 'Sign In Failed', text: 'Login failed after password setup' })
      onDone('sign-in')
    }
  }

  const [firstName = '', ...rest] = contactName.split(' ')
  return (
    <Card title="Set your password">
      <Form
        schema={form}
        onSubmit={({ confirmPassword: _same, ...given }) =>
          save.submit({ body: { ...given, ...(setupToken ? { setupToken } : {}) } })
        }
        onInvalid={showPasswordErrors}
        aria-label="Set your password"
        className="flex flex-col gap-4"
      >
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          defaultValue={email ?? ''}
          required
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="firstName" label="First name" autoComplete="given-name" defaultValue={firstName} required />
          <TextField
            name="lastName"
            label="Last name"
            autoComplete="family-name"
            defaultValue={rest.join(' ')}
            required
          />
        </div>
        <NewPasswordFields />
        <SubmitButton wide size="touch" pendingText="Saving…">
          Set Password
        </SubmitButton>
      </Form>
    </Card>
  )
}
