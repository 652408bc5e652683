import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { refundLimits } from '#contract/billing/refunds.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'

interface Limits {
  /** Dollars that the signed-in person may still give the payer, and the limit that they are left of; null without one. */
  alone: number | null
  aloneLimit: number | null
  /** Dollars above which a refund needs a second person; null until it is known. */
  secondPersonAbove: number | null
  /** Dollars of earlier refunds that count toward that. */
  refundedBefore: number
}

/** Returns what the signed-in person may refund, of a payment if one is chosen, so that screens say it before the server refuses. */
export function useRefundLimits(transactionId?: string): Limits & { read: UseQueryResult } {
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
