import type Stripe from 'stripe'
import { copyOf, type Sandbox } from '../account/sandbox.ts'

/**
 * Changes a subscription and emits an event with the former values of the changed fields; without a change there is no
 * event.
 */
export function changeSubscription(sandbox: Sandbox, subscription: Stripe.Subscription, change: () => void): void {
  const before = copyOf(subscription)
  change()
  sandbox.save(subscription)
  const previous = Object.entries(before).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(subscription[field as keyof Stripe.Subscription]),
  )
  if (previous.length > 0) sandbox.emit('customer.subscription.updated', subscription, Object.fromEntries(previous))
}
