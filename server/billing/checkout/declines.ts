import type { Tx } from '../../database/sql.ts'

/** Cards that were declined, each try once, for the team's timeline and the person's export. */

interface Decline {
  /** The refused charge, or the provider's event where no charge was made. */
  id: string
  paymentIntentId: string
  amountCents: number
  code: string
  card: { brand: string; last4: string } | null
  at: Date
}

/** Stores a decline of an account. One that is known stays as it is. */
export async function storeDecline(tx: Tx, accountId: string, decline: Decline): Promise<void> {
  const { id, paymentIntentId, amountCents, code, card, at } = decline
  await tx`
    insert into payment_decline (account_id, stripe_id, stripe_payment_intent_id, amount_cents, code, card_brand,
      card_last4, declined_at)
    values (${accountId}, ${id}, ${paymentIntentId}, ${amountCents}, ${code}, ${card?.brand}, ${card?.last4}, ${at})
    on conflict (stripe_id) do nothing`
}

/** Removes the cards from an account's declines; moment, amount and reason stay with its payments (D28). */
export async function eraseDeclinedCards(tx: Tx, accountId: string): Promise<void> {
  await tx`
    update payment_decline set card_brand = null, card_last4 = null
    where account_id = ${accountId} and card_brand is not null`
}
