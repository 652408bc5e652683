import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { formatDollars } from '#contract/amounts.ts'
import { refundLimits, type refundTransaction } from '#contract/billing/refunds.ts'
import type { Answer } from '#contract/call.ts'
import { formatDate } from '#contract/dates.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** Returns the toast after a refund that was made, or that waits for a second person. */
export function refundToast({ amount, state }: Answer<typeof refundTransaction>): ToastMessage {
  const dollars = formatDollars(amount)
  return state === 'waiting'
    ? {
        title: 'Approval Requested',
        description: `Someone else on the team must approve the refund of ${dollars}.`,
        tone: 'success',
      }
    : { title: 'Payment Refunded', description: `${dollars} will go back to the card.`, tone: 'success' }
}

/** Returns what the end of a subscription means; `accessEndsAt` is null when it ended at once. */
export function whatEnded(accessEndsAt: string | null): string {
  const access = accessEndsAt === null ? 'Access has ended.' : `Access goes on until ${formatDate(accessEndsAt)}.`
  return `${access} Nothing more is charged.`
}

export interface Allowed {
  read: UseQueryResult
  /** Dollars that the signed-in person may still give the payer, and the limit that they are left of; null without one. */
  alone: number | null
  aloneLimit: number | null
  /** Dollars above which a refund needs a second person; null until it is known. */
  secondPersonAbove: number | null
  /** Dollars of earlier refunds that count toward that. */
  refundedBefore: number
}

/** Returns what the signed-in person may refund, of a payment if one is chosen, so that screens say it before the server refuses. */
export function useRefundLimits(transactionId?: string): Allowed {
  const isSupport = useMe()?.staffRole === 'support'
  const read = useQuery({
    ...query(refundLimits, { query: { transactionId } }),
    staleTime: 0,
    // While another payment is chosen, what is typed stays.
    placeholderData: keepPreviousData,
  })
  const { data } = read
  return {
    alone: isSupport && data ? data.supportLeft : null,
    aloneLimit: isSupport && data ? data.support : null,
    secondPersonAbove: data?.secondPersonAbove ?? null,
    refundedBefore: data?.refundedBefore ?? 0,
    read,
  }
}
