/** The brands of cards as people know them; keys are those of the payment provider. */
const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** Returns how screens, receipts and mails name a card: `Visa ending in 4242`. */
export function nameCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brands[brand] ?? 'Card'} ending in ${last4}`
}
