/** What the words in the search of payments can mean; each meaning that fits is looked for. */
export interface PaymentSearch {
  /** Null while nothing is searched. */
  pattern: string | null
  receiptNumber: number | null
  cardDigits: string | null
  amountCents: number | null
  /** One of our ids. */
  id: string | null
  /** An id at Stripe: of a payment, an invoice, a refund or a dispute. */
  stripeId: string | null
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const largestNumber = 2_147_483_647

/** Reads search words: `L-000042`, `pi_…`, `4242`, `27.97`, `$500`, a name or an address. */
export function readPaymentSearch(search: string | undefined, pattern: string | null): PaymentSearch {
  const words = search?.trim() ?? ''
  return {
    pattern,
    receiptNumber: bounded(/^(?:L-?)?0*(\d{1,10})$/i.exec(words)?.[1]),
    cardDigits: /^\d{4}$/.test(words) ? words : null,
    amountCents: readAmount(words),
    id: uuid.test(words) ? words : null,
    stripeId: /^(?:pi|in|re|pyr|dp|du|cus)_\w+$/.test(words) ? words : null,
  }
}

/** Returns an amount in cents; thousands may be grouped, and the cents may be left out. */
function readAmount(words: string): number | null {
  const [, dollars, cents = '00'] = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.(\d{2}))?$/.exec(words) ?? []
  return dollars === undefined ? null : bounded(`${dollars.replaceAll(',', '')}${cents}`)
}

/** Returns a number that a column can hold, otherwise null. */
function bounded(digits: string | undefined): number | null {
  const figure = digits === undefined ? null : Number(digits)
  return figure !== null && figure <= largestNumber ? figure : null
}
