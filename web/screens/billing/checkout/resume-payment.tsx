import { useEffect } from 'react'
import { resumePayment } from '#contract/billing/auto-purchase.ts'
import type { Me } from '#contract/identity/people.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { keptCard } from '#web/screens/billing/paying/card-name.ts'
import { AutoOpenedPayment } from '#web/screens/billing/paying/payment-step.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { readAgain } from '#web/client/query-client.ts'
import { useOpened } from '#web/client/use-opened.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PoolHead } from './pool-packages.tsx'

/** Why there is nothing to confirm. */
const ends = {
  paid: {
    title: 'This payment is complete',
    text: "It went through, and the minutes are in the balance. You won't be charged again.",
  },
  over: {
    title: 'This payment is no longer open',
    text: "It can't be confirmed anymore, and nothing was charged. You can buy minutes at any time.",
  },
  unknown: {
    title: "We couldn't find this payment",
    text: 'Please sign in with the account we sent the email to, then open its link again.',
  },
} as const

type End = keyof typeof ends

const explained = ['payment_not_found', 'payment_over', 'not_found']

/** An automatic purchase that the bank stopped: confirm it with its own card, or pay it with another (D47). */
export function ResumePayment({ user, checkoutId }: { user: Me; checkoutId: string }) {
  const open = useOpened(query(resumePayment, { params: { id: checkoutId } }), {
    failed: resumePayment,
    explained,
  })
  const end = endOf(open.error)
  const organizationName = open.data?.organizationName ?? null
  const kind = organizationName === null ? 'resume' : 'pool-resume'
  return (
    <Page
      title="Confirm your payment"
      description={end ? undefined : heldBack(organizationName)}
      width={end ? 'form' : 'page'}
    >
      {end ? (
        <Ended end={end} />
      ) : (
        <AutoOpenedPayment
          kind={kind}
          user={user}
          opened={open.data}
          call={open}
          returnPath={paths.paymentReturn({ after: kind, resume: checkoutId })}
          keptCard={open.data && keptCard(open.data, 'Confirm')}
          summaryHead={
            open.data &&
            organizationName !== null && (
              <PoolHead organizationName={organizationName} minutes={open.data.summary.packageMinutes} />
            )
          }
        />
      )}
    </Page>
  )
}

function heldBack(organizationName: string | null): string {
  return organizationName === null
    ? 'Your bank is holding an automatic purchase until you confirm it.'
    : `The bank is holding an auto-refill for ${organizationName} until you confirm it.`
}

function endOf(error: Error | null): End | null {
  if (!(error instanceof ApiError)) return null
  // An address without a valid id gets the same answer as an unknown one.
  if (error.status === 404) return 'unknown'
  if (error.code !== 'payment_over') return null
  return error.details.paid === true ? 'paid' : 'over'
}

function Ended({ end }: { end: End }) {
  const { title, text } = ends[end]
  // Paid elsewhere: its minutes show at once.
  useEffect(() => {
    if (end === 'paid') void readAgain()
  }, [end])
  return (
    <EmptyState
      title={title}
      action={
        <>
          <LinkButton href={paths.checkout()} variant={end === 'paid' ? 'secondary' : 'primary'}>
            Add Credits
          </LinkButton>
          <LinkButton href={paths.dashboard()} variant={end === 'paid' ? 'primary' : 'secondary'}>
            Go to Dashboard
          </LinkButton>
        </>
      }
    >
      {text}
    </EmptyState>
  )
}
