import * as calls from '#contract/admin/debts.ts'
import { centsToDollars } from '#contract/amounts.ts'
import type { Services } from '../../conversations/services.ts'
import { routes } from '../../kernel/serve.ts'
import { listDebts } from './debts.ts'
import { describePayment } from './payment-answers.ts'
import { pageOf } from '../../kernel/admin-list.ts'

/** The list of debts; forgiving one is a call of refunds. */
export const adminDebtRoutes = routes<typeof calls, Services>(calls, {
  adminDebts: ({ readLong, query }) =>
    pageOf(
      listDebts(readLong, query),
      ({ amountCents, userId, organizationId, payerName, payerEmail, kind, items, ...debt }) => ({
        ...debt,
        amount: centsToDollars(amountCents),
        payer: { userId, organizationId, name: payerName, email: payerEmail },
        description: kind && describePayment({ kind, items, packageName: null, packageMinutes: null, planName: null }),
      }),
    ),
})
