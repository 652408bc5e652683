import type { Answer } from '#contract/call.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { firstPackage } from './account.ts'

type Receipt = Answer<typeof receipt>

export const packageReceipt = {
  ...firstPackage,
  seller: { name: 'Luna', supportEmail: 'help@luna.test' },
  payer: { name: 'Robin Reed', email: 'robin.reed@example.com' },
  paidWith: 'Visa ending in 4242',
  periodEndsAt: null,
  refundOf: null,
} satisfies Receipt
