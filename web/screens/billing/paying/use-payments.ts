import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { configQuery, type PublicConfig } from '#web/client/config.ts'
import { queryClient } from '#web/client/query-client.ts'

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

const sandboxScript = '/standins/stripe/stripe.js'

/**
 * Returns the payment provider's script, set up with our key. Where payments are simulated, the sandbox's script loads
 * first and the provider's own loader then uses it.
 *
 * @throws when the script cannot be loaded
 */
async function loadPayments({ mode, publishableKey }: PublicConfig['payments']): Promise<Stripe> {
  if (mode === 'standin' && !window.Stripe) await loadScript(sandboxScript)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('The payment form needs a browser')
  return stripe
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The payment script could not be loaded'))
    })
    document.head.append(script)
  })
}
