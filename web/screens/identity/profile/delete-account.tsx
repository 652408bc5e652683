import { useState } from 'react'
import { formatCredits } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { deleteAccount, deletionWaitDays } from '#contract/departure/departure.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { formatDate } from '#web/kit/text/date-time.tsx'
import { leaveSession } from '#web/client/session.ts'
import { failures } from '#web/client/toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'

/** Deletes the account: says what is lost and until when it can be undone, and asks for the password (D28). */
export function DeleteAccount({ user }: { user: Me }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useCall(deleteAccount, {
    failed: failures.deleteAccount,
    done: () => leaveSession('accountDeleted'),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-prose text-muted">
        You are signed out everywhere. For {deletionWaitDays} days a sign-in takes it back; after that nobody can.
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
        If you sign in within {deletionWaitDays} days, your account is back. After that your profile, kept texts,
        requests, messages and ratings are erased for good.
      </li>
      {creditBalance > 0 && <li>Your {formatCredits(creditBalance)} minutes are lost then.</li>}
      {isWaiting && <li>Your subscription ends now. The payment that waits is no longer collected.</li>}
      {isPaid && (
        <li>
          {cancelAtPeriodEnd ? 'Your subscription stays cancelled' : 'Your subscription is cancelled now'} and is not
          charged again. If you come back{subscriptionRenewsAt && ` before ${formatDate(subscriptionRenewsAt)}`}, you
          can resume it.
        </li>
      )}
      <li>Records of payments and minutes stay, as the law wants it, without your name.</li>
    </>
  )
}
