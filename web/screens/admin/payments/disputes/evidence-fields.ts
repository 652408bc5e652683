import type { Evidence } from '#contract/admin/disputes.ts'

/** The parts of evidence in the order in which banks read them; `rows` makes a field of several lines. */
export const evidenceFields: readonly { name: keyof Evidence; label: string; help?: string; rows?: number }[] = [
  { name: 'customerName', label: 'Customer name' },
  { name: 'customerEmail', label: 'Customer email' },
  { name: 'serviceDate', label: 'Date of service' },
  { name: 'productDescription', label: 'What was sold', rows: 4 },
  {
    name: 'activityLog',
    label: 'Activity',
    help: 'Sign-ins and conversations with their times and charges. Never add any words of a conversation.',
    rows: 10,
  },
  { name: 'termsDisclosure', label: 'Terms accepted', rows: 3 },
  { name: 'statement', label: 'Your statement', help: 'Say in your own words why the payment is right.', rows: 6 },
]
