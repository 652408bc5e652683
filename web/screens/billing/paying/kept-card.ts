/** A card that the provider knows already. */
export interface KeptCard {
  /** Such as `Visa ending in 3184`. */
  name: string
  paymentMethodId: string
  /** What its button says before the name: `Confirm`, or to pay with what (`Pay $135.00`). */
  action: string
}
