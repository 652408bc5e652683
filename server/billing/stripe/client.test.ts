import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { eightAtOnce, PaymentsUnavailable, reach } from './client.ts'

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

it('work is done for eight at once, and no other begins after a failure', async () => {
  const gate = Promise.withResolvers<undefined>()
  const begun: number[] = []
  const work = eightAtOnce(Array.from({ length: 20 }).keys(), async (item) => {
    begun.push(item)
    await gate.promise
    if (item === 3) throw new Error('refused')
  })
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  gate.resolve(undefined)
  await expect(work).rejects.toThrow('refused')
  // The three before the one that failed have gone on.
  expect(begun).toHaveLength(11)
})
