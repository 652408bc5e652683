import { invalidRequest } from './faults.ts'
import type { Kind } from '../account/objects.ts'
import { copyOf, type Sandbox } from '../account/sandbox.ts'

type Json = { [key: string]: unknown }

/** Fields that hold an id, and the kind of object it names. */
const REFERENCES: Record<string, Kind> = {
  balance_transaction: 'balance_transaction',
  charge: 'charge',
  customer: 'customer',
  default_payment_method: 'payment_method',
  default_price: 'price',
  failure_balance_transaction: 'balance_transaction',
  invoice: 'invoice',
  latest_charge: 'charge',
  latest_invoice: 'invoice',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  pending_setup_intent: 'setup_intent',
  price: 'price',
  product: 'product',
  subscription: 'subscription',
}

/** Fields that are included only on request. */
const INCLUDABLE: Record<string, (owner: Json, sandbox: Sandbox) => unknown> = {
  'charge.refunds': ({ id }, sandbox) =>
    listAt(
      `/v1/charges/${String(id)}/refunds`,
      sandbox.list('refund').filter(({ charge }) => charge === id),
    ),
  'customer.subscriptions': ({ id }, sandbox) =>
    listAt(
      `/v1/customers/${String(id)}/subscriptions`,
      sandbox.listBy('subscription', 'customer', String(id)).filter(({ status }) => status !== 'canceled'),
    ),
  'invoice.confirmation_secret': ({ id, status }, sandbox) => {
    const [payment] = sandbox.listBy('invoice_payment', 'invoice', String(id))
    const intentId = payment?.payment.payment_intent
    if (status === 'draft' || typeof intentId !== 'string') return null
    return { client_secret: sandbox.need('payment_intent', intentId).client_secret, type: 'payment_intent' }
  },
  'invoice.payments': ({ id }, sandbox) =>
    listAt(`/v1/invoice_payments?invoice=${String(id)}`, sandbox.listBy('invoice_payment', 'invoice', String(id))),
}

/** Returns a copy of an answer with the requested references replaced by their objects. */
export function expand(answer: object, paths: readonly string[], sandbox: Sandbox): Json {
  const copy = copyOf(answer) as Json
  for (const path of paths) if (path !== '') expandPath(copy, path.split('.'), path, sandbox)
  return copy
}

function expandPath(owner: Json, [key, ...rest]: string[], path: string, sandbox: Sandbox): void {
  if (key === undefined) return
  const includable = INCLUDABLE[`${String(owner['object'])}.${key}`]
  if (includable !== undefined) owner[key] ??= copyOf(includable(owner, sandbox))
  const value = owner[key]
  const kind = REFERENCES[key]
  if (typeof value === 'string' && kind !== undefined) owner[key] = copyOf(sandbox.need(kind, value))
  else if (value === undefined || typeof value === 'string' || (rest.length === 0 && !isExpanded(value))) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, 'expand')
  }
  for (const child of Array.isArray(owner[key]) ? (owner[key] as unknown[]) : [owner[key]]) {
    if (typeof child === 'object' && child !== null) expandPath(child as Json, rest, path, sandbox)
  }
}

/** Returns whether a value needs no expansion: null stays null, and an object may already be there. */
function isExpanded(value: unknown): boolean {
  return value === null || typeof value === 'object'
}

function listAt(url: string, data: object[]): object {
  return { object: 'list', url, has_more: false, data }
}
