import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { accepts, moments, pages, text } from '../calls/params.ts'
import { isWithin, pageOf, route, type Route } from '../calls/routes.ts'
import { newId, type Sandbox } from './sandbox.ts'

const AVAILABLE_AFTER_S = 2 * 86_400

type Movement = Pick<
  Stripe.BalanceTransaction,
  'amount' | 'currency' | 'description' | 'reporting_category' | 'type'
> & {
  /** The id of the charge, refund or dispute that moved the money. */
  source: string
  /** Stripe's share in cents. */
  fee?: number
}

/** Records money that came to the account (`amount` in cents) or left it (below 0). */
export function recordMovement(sandbox: Sandbox, { fee = 0, ...movement }: Movement): Stripe.BalanceTransaction {
  const now = sandbox.now()
  const details = { amount: fee, application: null, currency: movement.currency, type: 'stripe_fee' }
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    ...movement,
    available_on: now + AVAILABLE_AFTER_S,
    balance_type: 'payments',
    created: now,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ ...details, description: 'Stripe processing fees' }],
    net: movement.amount - fee,
    status: 'pending',
  }
  sandbox.save(transaction)
  return transaction
}

export const balanceRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    params: accepts<Stripe.BalanceTransactionRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('balance_transaction', id),
  }),
  route({
    method: 'GET',
    path: '/v1/balance_transactions',
    params: accepts<Stripe.BalanceTransactionListParams>()({
      ...pages,
      created: z.optional(moments),
      source: z.optional(text),
      type: z.optional(text),
    }),
    handle({ sandbox, params: { created, source, type, ...page } }) {
      const found = sandbox
        .list('balance_transaction')
        .filter((transaction) => isWithin(transaction.created, created))
        .filter((transaction) => (source ?? transaction.source) === transaction.source)
        .filter((transaction) => (type ?? transaction.type) === transaction.type)
      return pageOf('/v1/balance_transactions', found, page)
    },
  }),
]
