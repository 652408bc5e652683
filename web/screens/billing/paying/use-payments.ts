import { queryOptions, useQuery } from '@tanstack/react-query'
import { configQuery } from '#web/client/config.ts'
import { queryClient } from '#web/client/query-client.ts'
import { loadPayments } from './load-payments.ts'

/** The payment provider's script, set up with our key. */
export const paymentsQuery = queryOptions({
  queryKey: ['payment script'],
  // Its methods are what counts, so it is no data to compare.
  structuralSharing: false,
  queryFn: async () => loadPayments((await queryClient.ensureQueryData(configQuery)).payments),
})

/** The payment provider's script, loaded with the first screen that needs it. */
export function usePayments() {
  return useQuery(paymentsQuery)
}
