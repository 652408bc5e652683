import { minutesText } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { deleteAccount, deletionWaitDays } from '#contract/departure/departure.ts'
import type { Me } from '#contract/identity/people.ts'
import { leaveSession } from '#web/client/session.ts'
import { Button } from '#web/kit/button.tsx'
import { openForm } from '#web/client/forms/call-dialog.tsx'

/** Deletes the account: says what is lost and until when it can be undone, and asks for the password (D28). */
export function DeleteAccount({ user }: { user: Me }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-prose text-muted">
        We'll sign you out everywhere. You can undo this by signing in within {deletionWaitDays} days; after that it's
        permanent.
      </p>
      <Button variant="secondary" onClick={() => void remove(user)}>
        Delete Account
      </Button>
    </div>
  )
}

/** Nothing is read again afterward, because the session has ended with the account. */
function remove(user: Me) {
  return openForm({
    title: 'Delete your account?',
    call: deleteAccount,
    children: (
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <Consequences user={user} />
      </ul>
    ),
    tone: 'danger',
    submit: 'Delete Account',
    pendingText: 'Deleting…',
    cancel: 'Keep Account',
    leaves: true,
    done: () => leaveSession('accountDeleted'),
  })
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
