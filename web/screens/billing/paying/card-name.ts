import type { Answer } from '#contract/call.ts'
import { nameCard } from '#contract/billing/card-names.ts'
import type { saveCard } from '#contract/billing/cards.ts'

export type SavedCard = Answer<typeof saveCard>['card']

/** Returns `Visa ending in 4242`. */
export function cardName(card: SavedCard): string {
  return nameCard(card)
}

/** Returns `12/2034`. */
export function cardExpiry({ expMonth, expYear }: SavedCard): string {
  return `${String(expMonth).padStart(2, '0')}/${expYear}`
}

/** Returns whether a card has expired; it is good through the last day of its month. */
export function isExpired(card: SavedCard, now: Date): boolean {
  return now >= endOf(card)
}

/** Returns whether a card expires within a month. */
export function expiresSoon(card: SavedCard, now: Date): boolean {
  const inOneMonth = new Date(now)
  inOneMonth.setMonth(now.getMonth() + 1)
  return inOneMonth >= endOf(card)
}

/** Returns midnight after the last day; a date counts months from 0, so the next month has this one's number. */
function endOf({ expMonth, expYear }: SavedCard): Date {
  return new Date(expYear, expMonth, 1)
}

/** A saved card as a way to pay. */
export interface KeptCard {
  /** Such as `Visa ending in 3184`. */
  name: string
  paymentMethodId: string
  /** What its button says before the name: `Confirm`, or `Pay $135.00`. */
  action: string
}

/** Returns the card of an opened payment, so that nothing has to be typed again, or null without one (D47, D49). */
export function keptCard(
  { card, paymentMethodId }: { card: SavedCard | null; paymentMethodId: string | null },
  action: string,
): KeptCard | null {
  return card && paymentMethodId ? { name: cardName(card), paymentMethodId, action } : null
}
