import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { minutesText } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { deleteAccount, deletionWaitDays } from '#contract/departure/departure.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { leaveSession } from '#web/client/session.ts'
import { profileFailures } from './toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'

/** Deletes the account: says what is lost and until when it can be undone, and asks for the password (D28). */
export function DeleteAccount({ user }: { user: Me }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useCall(deleteAccount, {
    failed: profileFailures.deleteAccount,
    done: () => leaveSession('accountDeleted'),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-prose text-muted">
        We'll sign you out everywhere. You can undo this by signing in within {deletionWaitDays} days; after that it's
        permanent.
      </p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Delete Account
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Delete your account?" width="small" keepOpenOutside>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <Consequences user={user} />
        </ul>
        <Form
          schema={bodyOf(deleteAccount)}
          onSubmit={(body) => remove.submit({ body })}
          className="mt-6 flex flex-col gap-4 pb-2"
        >
          <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" required />
          <SubmitButton wide variant="danger" pendingText="Deleting…">
            Delete Account
          </SubmitButton>
          <Button variant="secondary" wide onClick={() => setOpen(false)}>
            Keep Account
          </Button>
        </Form>
      </Dialog>
    </div>
  )
}

function Consequences({ user }: { user: Me }) {
  const { creditBalance, subscriptionStatus: status, subscriptionRenewsAt, cancelAtPeriodEnd } = user
  const isPaid = status === 'active' || status === 'trialing'
  const isWaiting = status === 'past_due' || status === 'unpaid' || status === 'paused'
  return (
    <>
      <li>
        If you sign in within {deletionWaitDays} days, your account is restored. After that, your profile, transcripts,
        requests, messages and ratings are permanently deleted.
      </li>
      {creditBalance > 0 && <li>{`Your ${minutesText(creditBalance)} will be lost.`}</li>}
      {isWaiting && <li>Your subscription ends now, and we won't collect the outstanding payment.</li>}
      {isPaid && (
        <li>
          <span>
            {cancelAtPeriodEnd ? 'Your subscription stays canceled' : 'Your subscription will be canceled right away'}
          </span>
          , and we won't charge you again. If you come back
          {subscriptionRenewsAt && <span>{` before ${formatDate(subscriptionRenewsAt)}`}</span>}, you can resume it.
        </li>
      )}
      <li>We keep records of payments and minutes, as the law requires, without your name.</li>
    </>
  )
}
