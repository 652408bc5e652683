import { useQuery } from '@tanstack/react-query'
import { refundLimits } from '#contract/billing/refunds.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'

interface Limits {
  /** Dollars that the signed-in person may give back at once; null without a limit. */
  alone: number | null
  /** Dollars above which a refund needs a second person; null until it is known. */
  secondPersonAbove: number | null
}

/** Returns what the signed-in person may refund, so that screens say it before the server refuses. */
export function useRefundLimits(): Limits & { isPending: boolean } {
  const isSupport = useMe()?.staffRole === 'support'
  const { data, isPending } = useQuery({ ...query(refundLimits), staleTime: 0 })
  return {
    alone: isSupport && data ? data.support : null,
    secondPersonAbove: data?.secondPersonAbove ?? null,
    isPending,
  }
}
