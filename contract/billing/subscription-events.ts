/**
 * What can become of a running subscription: `canceled` ends it with its paid month, `resumed` lets it renew after all,
 * `ended` is its end.
 */
export const subscriptionEventKinds = ['canceled', 'resumed', 'ended'] as const
export type SubscriptionEventKind = (typeof subscriptionEventKinds)[number]
