import * as z from 'zod/mini'
import { call } from '../call.ts'
import { debt, payDebt } from '../billing/debts.ts'
import { paymentSetupFailed } from '../billing/payment-errors.ts'
import { byAdmins } from './ranks.ts'

/** The debts of an organization's pool after a lost dispute, for its admins (D44). */

export const poolDebts = call('GET /api/organization/debts', {
  ...byAdmins,
  summary: 'Lists the amounts that the pool owes for minutes used before their payment was lost in a dispute (D44).',
  answer: z.array(debt),
})

export const payPoolDebt = call('POST /api/organization/debts/:id/payment', {
  ...byAdmins,
  holdsSecret: true,
  summary: 'Opens or resumes the payment of one of the pool’s open debts.',
  failed: paymentSetupFailed,
  worksAfterEnd: true,
  answer: payDebt.answer,
  errors: payDebt.errors,
})
