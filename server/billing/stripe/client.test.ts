import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { PaymentsUnavailable, reach } from './client.ts'

const { StripeAPIError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors

async function faultOf(error: Error): Promise<unknown> {
  return reach(async () => {
    throw error
  }).catch((caught: unknown) => caught)
}

describe('a fault of the provider', () => {
  it.each([
    ['its own', new StripeAPIError({ type: 'api_error', statusCode: 500 }), true],
    ['a key used with other parameters', new StripeIdempotencyError({ type: 'idempotency_error' }), true],
    ['the very same call under way', new StripeAPIError({ type: 'invalid_request_error', statusCode: 409 }), false],
  ])('%s: whether the provider repeats it for the same key', async (_name, error, isKeySpent) => {
    const fault = await faultOf(error)
    expect(fault).toBeInstanceOf(PaymentsUnavailable)
    expect(fault).toMatchObject({ isKeySpent })
  })

  it('differs from our own refusals', async () => {
    const refusal = new StripeInvalidRequestError({ type: 'invalid_request_error' })
    expect(await faultOf(refusal)).toBe(refusal)
  })
})
