import * as z from 'zod/mini'
import { call } from '../call.ts'
import { debt, payDebt } from '../billing/debts.ts'
import { organizationQuery } from './organizations.ts'

/** What an organization's pool owes after a lost dispute, for its admins (D44). */

export const poolDebts = call('GET /api/organization/debts', {
  who: 'organization_admin',
  summary: 'Lists what the pool owes for minutes used from payments that were lost in a dispute (D44).',
  query: organizationQuery,
  answer: z.array(debt),
})

export const payPoolDebt = call('POST /api/organization/debts/:id/payment', {
  who: 'organization_admin',
  summary: "Opens the payment of one of the pool's open debts, or resumes it.",
  worksAfterEnd: true,
  params: { id: z.uuid() },
  query: organizationQuery,
  answer: payDebt.answer,
  errors: payDebt.errors,
})
