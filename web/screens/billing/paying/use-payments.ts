import { queryOptions, useQuery } from '@tanstack/react-query'
import { configQuery } from '#web/client/config.ts'
import { queryClient } from '#web/client/query-client.ts'
import { loadPayments } from './load-payments.ts'

/** Loads the payment provider's script, set up with our key. */
export const paymentsQuery = queryOptions({
  queryKey: ['payment script'],
  // It is an object with methods, not data to compare.
  structuralSharing: false,
  queryFn: async () => loadPayments((await queryClient.ensureQueryData(configQuery)).payments),
})

/** Returns the payment provider's script, loaded with the first screen that needs it. */
export function usePayments() {
  return useQuery(paymentsQuery)
}
