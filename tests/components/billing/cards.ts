import { page } from '#tests/components.ts'

const field = {
  on: (event: string, act: () => void) => event === 'ready' && setTimeout(act),
  off: () => undefined,
  mount: () => undefined,
  update: () => undefined,
  destroy: () => undefined,
  focus: () => undefined,
}

/** Opens a page with a stand-in for the provider's script, whose bank refuses with these words or takes all. */
export async function openWithCards(address: string, refusal: string | null = null) {
  await page.goto(address)
  const bank = { refusal }
  const confirm = (kind: string) => async () => {
    if (bank.refusal !== null) return { error: { type: 'card_error', message: bank.refusal } }
    return { [kind]: { id: `${kind}_1`, status: 'succeeded' } }
  }
  const retrieve = (kind: string, error: string) => async () => {
    const status = bank.refusal === null ? 'succeeded' : 'requires_payment_method'
    return { [kind]: { id: `${kind}_1`, status, [error]: { message: bank.refusal } } }
  }
  const stripe = {
    elements: () => ({
      create: () => field,
      getElement: () => field,
      update: () => undefined,
      submit: async () => ({}),
    }),
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmPayment: confirm('paymentIntent'),
    confirmCardPayment: confirm('paymentIntent'),
    confirmSetup: confirm('setupIntent'),
    retrievePaymentIntent: retrieve('paymentIntent', 'last_payment_error'),
    retrieveSetupIntent: retrieve('setupIntent', 'last_setup_error'),
  }
  Object.assign(page.window, { Stripe: Object.assign(() => stripe, { version: 'endive' }) })
  return bank
}
