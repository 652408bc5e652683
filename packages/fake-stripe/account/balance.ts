import type Stripe from 'stripe'
import { text } from '../calls/params.ts'
import { listRoute, readRoute, type Route } from '../calls/routes.ts'
import { build } from './objects.ts'
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
  const transaction = build('balance_transaction', {
    id: newId('txn'),
    ...movement,
    available_on: now + AVAILABLE_AFTER_S,
    created: now,
    fee,
    fee_details: fee === 0 ? [] : [{ ...details, description: 'Stripe processing fees' }],
    net: movement.amount - fee,
  })
  sandbox.save(transaction)
  return transaction
}

export const balanceRoutes: Route[] = [
  readRoute('balance_transaction', '/v1/balance_transactions'),
  listRoute<Stripe.BalanceTransactionListParams>()({
    kind: 'balance_transaction',
    path: '/v1/balance_transactions',
    equals: { source: text, type: text },
  }),
]
