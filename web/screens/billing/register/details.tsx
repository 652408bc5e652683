import * as z from 'zod/mini'
import { ownTimeZone } from '#contract/dates.ts'
import { register } from '#contract/identity/auth.ts'
import { updateNames } from '#contract/identity/profile.ts'
import type { Me } from '#contract/identity/people.ts'
import type { PackageTier } from '#contract/billing/prices.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { setMe } from '#web/client/me.ts'
import { CookieNote } from '#web/screens/identity/cookie-note.tsx'
import { passwordRules } from '#web/screens/identity/password-rules.ts'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { beginSession } from '#web/client/session.ts'
import { billingFailures } from '../toasts.ts'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { StepPage } from './step-page.tsx'

interface Props {
  /** The account, once it exists. */
  user: Me | null
  /** The package chosen before, if any; signing in leads back to it. */
  tier: PackageTier | undefined
  /** Referral code of the person who invited this one (D51). */
  referralCode: string | null
  onDone: () => void
}

/** Step 1: creates the account; after going back only the names can be changed (S155, D21). */
export function Details({ user, tier, referralCode, onDone }: Props) {
  return (
    <StepPage step="details" title={user ? 'Your details' : undefined}>
      {!user && <CookieNote />}
      <Card>{user ? <KnownDetails user={user} onDone={onDone} /> : <NewDetails {...{ referralCode, onDone }} />}</Card>
      {!user && (
        <p className="mt-6 text-center text-muted">
          Already have an account?{' '}
          <TextLink href={paths.login({ next: tier && paths.register({ tier }) })}>Sign in</TextLink>
        </p>
      )}
    </StepPage>
  )
}

const newAccount = bodyOf(register)

function NewDetails({ referralCode, onDone }: Pick<Props, 'referralCode' | 'onDone'>) {
  const create = useCall(register, {
    failed: billingFailures.registration,
    done: async (user) => {
      await beginSession(user)
      onDone()
    },
  })
  return (
    <Form
      schema={z.omit(newAccount, { ref: true, timeZone: true })}
      onSubmit={(body) =>
        create.submit({ body: { ...body, ref: referralCode?.slice(0, 32) ?? undefined, timeZone: ownTimeZone() } })
      }
      className="flex flex-col gap-4"
    >
      <Names />
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <PasswordField name="password" label="Password" autoComplete="new-password" rules={passwordRules} required />
      <SubmitButton wide size="touch" pendingText="Creating…">
        Create Account
      </SubmitButton>
      <TermsNote />
    </Form>
  )
}

function KnownDetails({ user, onDone }: { user: Me; onDone: () => void }) {
  const save = useCall(updateNames, {
    told: null,
    done: async (saved) => {
      await setMe(saved)
      onDone()
    },
  })
  return (
    <Form schema={bodyOf(updateNames)} onSubmit={(body) => save.submit({ body })} className="flex flex-col gap-4">
      <Names user={user} />
      <TextField name="email" label="Email" defaultValue={user.email} disabled />
      <TextField
        name="password"
        label="Password"
        type="password"
        defaultValue="********"
        help="Your account already exists, so its email and password can't be changed here."
        disabled
      />
      <SubmitButton wide size="touch" pendingText="Saving…">
        Continue
      </SubmitButton>
    </Form>
  )
}

function Names({ user }: { user?: Me }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="firstName"
        label="First name"
        autoComplete="given-name"
        defaultValue={user?.firstName}
        maxLength={100}
        required
      />
      <TextField
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        defaultValue={user?.lastName}
        maxLength={100}
        required
      />
    </div>
  )
}
