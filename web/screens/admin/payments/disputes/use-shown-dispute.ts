import { useQueryClient } from '@tanstack/react-query'
import { disputes, readDispute, type DisputePage } from '#contract/admin/disputes.ts'
import { readAdminPayment } from '#contract/admin/payments.ts'
import { adminActs } from '#contract/audit/acts.ts'
import { keyOf } from '#web/client/api.ts'

/** What a change of evidence changes besides the dispute itself, whose new state comes with the answer. */
export const changedByEvidence = [disputes, readAdminPayment, adminActs] as const

interface ShownDispute {
  /** Shows the dispute as an answer has brought it. */
  show: (dispute: DisputePage) => void
  readAgain: () => Promise<unknown>
}

export function useShownDispute(id: string): ShownDispute {
  const client = useQueryClient()
  const queryKey = keyOf(readDispute, { params: { id } })
  return {
    show: (dispute) => client.setQueryData(queryKey, dispute),
    readAgain: () => client.invalidateQueries({ queryKey }),
  }
}
