import { adminDebts } from '#contract/admin/debts.ts'
import { findings } from '#contract/admin/findings.ts'
import { adminPayments, readAdminPayment, readPaymentAtStripe } from '#contract/admin/payments.ts'
import { organizationTransactions, userTransactions } from '#contract/admin/users.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'

/** The calls whose answers money that goes back changes, besides those of the customer. */
export const moneyReadings = [
  adminPayments,
  readAdminPayment,
  readPaymentAtStripe,
  refundRequests,
  findings,
  adminDebts,
  userTransactions,
  organizationTransactions,
] as const
