// The calls of npm run vendor:check to Stripe: what the product requests and what can go wrong, on a customer of its
// own.

const unknown = { payment: 'pi_1111111111111111111111', customer: 'cus_11111111111111' }

/**
 * @param {string} run An id of this run, which names what it creates and keeps idempotency keys apart.
 * @returns {import('./compare.mjs').VendorCall[]}
 */
export function stripeCalls(run) {
  return [...catalog(run), ...payments(run), ...subscription(run), ...cards(run), ...refusals(run), ...cleanUp]
}

const id = (body) => (body && typeof body === 'object' && 'id' in body ? body.id : null)
const post = (path, form = {}, headers = {}) => ({ method: 'POST', path: `/v1/${path}`, form, headers })
const get = (path) => ({ method: 'GET', path: `/v1/${path}` })

/** Returns a call about what an earlier one has created. */
function about(name, from, toAsked, more = {}) {
  return { name, ask: (seen) => (id(seen(from)) ? toAsked(id(seen(from)), seen) : null), ...more }
}

function catalog(run) {
  const form = { email: `${run}@luna.test`, name: 'Vendor check', 'metadata[run]': run }
  const price = (product) => ({
    product,
    unit_amount: '297',
    currency: 'usd',
    'recurring[interval]': 'month',
    lookup_key: run,
  })
  return [
    { name: 'customer', ask: () => post('customers', form) },
    about('customer, read', 'customer', (customer) => get(`customers/${customer}`)),
    about('customer, changed', 'customer', (customer) =>
      post(`customers/${customer}`, { name: 'Vendor check, again' }),
    ),
    { name: 'product', ask: () => post('products', { name: `Vendor check ${run}` }) },
    about('price', 'product', (product) => post('prices', price(product))),
    about('prices by key', 'price', () => get(`prices?lookup_keys[]=${run}&active=true&limit=1`)),
  ]
}

function payments(run) {
  const opened = (customer) => ({
    amount: '4800',
    currency: 'usd',
    customer,
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    setup_future_usage: 'off_session',
    description: 'Vendor check',
    'metadata[run]': run,
  })
  const key = { 'idempotency-key': `${run}-payment` }
  const declined = { 'automatic_payment_methods[enabled]': 'true', confirm: 'true' }
  const method = {
    payment_method: 'pm_card_visa_chargeDeclined',
    'automatic_payment_methods[allow_redirects]': 'never',
  }
  return [
    about('payment', 'customer', (customer) => post('payment_intents', opened(customer), key)),
    about('payment, same key', 'customer', (customer) => post('payment_intents', opened(customer), key)),
    about('payment, same key for another amount', 'customer', (customer) =>
      post('payment_intents', { ...opened(customer), amount: '4900' }, key),
    ),
    about('payment, confirmed', 'payment', (payment) =>
      post(`payment_intents/${payment}/confirm`, { payment_method: 'pm_card_visa' }),
    ),
    about('payment, confirmed twice', 'payment', (payment) =>
      post(`payment_intents/${payment}/confirm`, { payment_method: 'pm_card_visa' }),
    ),
    about('payment, read', 'payment', (payment) => get(`payment_intents/${payment}?expand[]=payment_method`)),
    about('payments of a customer', 'customer', (customer) => get(`payment_intents?customer=${customer}&limit=1`)),
    about('charges of a payment', 'payment', (payment) => get(`charges?payment_intent=${payment}&limit=1`)),
    about('refund', 'payment', (payment) => post('refunds', { payment_intent: payment, amount: '100' })),
    about('refund of too much', 'payment', (payment) => post('refunds', { payment_intent: payment, amount: '999999' })),
    about('refunds of a payment', 'payment', (payment) => get(`refunds?payment_intent=${payment}&limit=10`)),
    about('payment that the bank refuses', 'customer', (customer) =>
      post('payment_intents', { amount: '4800', currency: 'usd', customer, ...declined, ...method }),
    ),
  ]
}

function subscription(run) {
  const form = (customer, price) => ({
    customer,
    'items[0][price]': price,
    'metadata[run]': run,
    payment_behavior: 'default_incomplete',
    'payment_settings[save_default_payment_method]': 'on_subscription',
    'payment_settings[payment_method_types][0]': 'card',
    'billing_mode[type]': 'flexible',
    'expand[0]': 'latest_invoice.confirmation_secret',
  })
  const invoiceOf = (seen) => id(seen('subscription')?.latest_invoice)
  return [
    about('subscription', 'price', (price, seen) =>
      id(seen('customer')) ? post('subscriptions', form(id(seen('customer')), price)) : null,
    ),
    about('subscription, read', 'subscription', (subscriptionId) => get(`subscriptions/${subscriptionId}`)),
    about('first invoice', 'subscription', (_id, seen) =>
      invoiceOf(seen) ? get(`invoices/${invoiceOf(seen)}`) : null,
    ),
    about('subscription, to end with its month', 'subscription', (subscriptionId) =>
      post(`subscriptions/${subscriptionId}`, { cancel_at_period_end: 'true' }),
    ),
  ]
}

function cards(run) {
  return [
    about('card setup', 'customer', (customer) =>
      post('setup_intents', {
        customer,
        usage: 'off_session',
        'allowed_payment_method_types[0]': 'card',
        'metadata[run]': run,
      }),
    ),
    about('card, attached', 'customer', (customer) => post('payment_methods/pm_card_visa/attach', { customer })),
    about('cards of a customer', 'customer', (customer) => get(`payment_methods?customer=${customer}&limit=10`)),
    about('card, taken away', 'card, attached', (card) => post(`payment_methods/${card}/detach`)),
  ]
}

function refusals() {
  return [
    { name: 'unknown payment', ask: () => get(`payment_intents/${unknown.payment}`) },
    {
      name: 'payment of an unknown customer',
      ask: () => post('payment_intents', { amount: '4800', currency: 'usd', customer: unknown.customer }),
    },
    { name: 'payment of less than nothing', ask: () => post('payment_intents', { amount: '-1', currency: 'usd' }) },
    { name: 'unknown field', ask: () => post('customers', { favourite_colour: 'green' }) },
    {
      name: 'wrong key',
      ask: () => ({ ...get('customers?limit=1'), headers: { authorization: 'Bearer sk_test_wrong' } }),
    },
  ]
}

/** Stripe keeps payments and prices forever, so what can be ended is ended, and the rest is marked as unused. */
const cleanUp = [
  about('subscription, ended', 'subscription', (one) => ({ method: 'DELETE', path: `/v1/subscriptions/${one}` }), {
    cleansUp: true,
  }),
  about('card setup, ended', 'card setup', (setup) => post(`setup_intents/${setup}/cancel`), { cleansUp: true }),
  about('price, out of use', 'price', (price) => post(`prices/${price}`, { active: 'false' }), { cleansUp: true }),
  about('product, out of use', 'product', (product) => post(`products/${product}`, { active: 'false' }), {
    cleansUp: true,
  }),
  about('customer, emptied', 'customer', (customer) => post(`customers/${customer}`, { email: '', name: '' }), {
    cleansUp: true,
  }),
  about('customer, deleted', 'customer', (customer) => ({ method: 'DELETE', path: `/v1/customers/${customer}` }), {
    cleansUp: true,
    isForServiceAlone: true,
  }),
]
