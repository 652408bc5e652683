import { minutesText } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { deleteAccount, deletionWaitDays } from '#contract/departure/departure.ts'
import type { Me } from '#contract/identity/people.ts'
import type { Input } from '#contract/call.ts'
import { bodyOf, failureOf, fieldErrorsOf, send } from '#web/client/api.ts'
import { showWriteFailure } from '#web/client/failure.ts'
import { leaveSession } from '#web/client/session.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'

/** Deletes the account: says what is lost and until when it can be undone, and asks for the password (D28). */
export function DeleteAccount({ user }: { user: Me }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-prose text-muted">
        We'll sign you out everywhere. You can undo this by signing in within {deletionWaitDays} days; after that it's
        permanent.
      </p>
      <Button
        variant="secondary"
        onClick={() => void openDialog((close) => <DeleteDialog user={user} close={close} />)}
      >
        Delete Account
      </Button>
    </div>
  )
}

function DeleteDialog({ user, close }: { user: Me; close: () => void }) {
  return (
    <Dialog title="Delete your account?" width="small" keepOpenOutside>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <Consequences user={user} />
      </ul>
      <Form schema={bodyOf(deleteAccount)} onSubmit={remove} className="mt-6 flex flex-col gap-4 pb-2">
        <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" required />
        <SubmitButton wide variant="danger" pendingText="Deleting…">
          Delete Account
        </SubmitButton>
        <Button variant="secondary" wide onClick={close}>
          Keep Account
        </Button>
      </Form>
    </Dialog>
  )
}

/** Nothing is read again afterward, because the session has ended with the account. */
async function remove(body: Input<typeof deleteAccount>['body']) {
  try {
    await send(deleteAccount, { body })
    leaveSession('accountDeleted')
  } catch (error) {
    const failed = failureOf(deleteAccount)
    if (failed) showWriteFailure(failed, error)
    return fieldErrorsOf(error)
  }
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
