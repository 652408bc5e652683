/** A card saved at the provider. */
export interface KeptCard {
  /** Such as `Visa ending in 3184`. */
  name: string
  paymentMethodId: string
  /** What its button says before the name: `Confirm`, or `Pay $135.00`. */
  action: string
}
