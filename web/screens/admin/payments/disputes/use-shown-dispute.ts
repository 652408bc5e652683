import { useQueryClient } from '@tanstack/react-query'
import { disputes, readDispute, type DisputePage } from '#contract/admin/disputes.ts'
import { readAdminPayment } from '#contract/admin/payments.ts'
import { adminActs } from '#contract/audit/acts.ts'
import { keyOf } from '#web/client/api.ts'

/** What a change of evidence changes besides the dispute itself, whose new state comes with the answer. */
export const changedByEvidence = [disputes, readAdminPayment, adminActs] as const

/** Returns a function that shows the dispute as an answer has brought it. */
export function useShownDispute(id: string): (dispute: DisputePage) => void {
  const client = useQueryClient()
  return (dispute) => client.setQueryData(keyOf(readDispute, { params: { id } }), dispute)
}
