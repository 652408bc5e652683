import { describe, expect, it } from 'vitest'
import type { ProblemBody } from '#contract/call.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { closeUnbroken, openWorld, ownWorld, registered, type TestPerson, type World } from '#tests/calls.ts'
import { atProvider, changeAtProvider, idOf } from '../../../kit/billing/provider.ts'

const world = await ownWorld()

const openUplift = (person: TestPerson) =>
  person.client.try(purchases.createCombinedPurchase, { body: { package: 'uplift', subscriptionPrice: 2.97 } })

describe('the price that was shown is the price that is charged (D29)', () => {
  it('even when it has changed since a first payment was opened, which is then replaced', async () => {
    const person = await registered(world)
    const first = (await openUplift(person)).body.clientSecret
    await world.sql('update checkout set amount_cents = 2297, package_cents = 2000 where user_id = $1', [person.id])
    const second = (await openUplift(person)).body.clientSecret
    expect(second).not.toBe(first)
    expect(await atProvider(world, `payment_intents/${idOf(first)}`)).toMatchObject({ status: 'canceled' })
    expect(await atProvider(world, `payment_intents/${idOf(second)}`)).toMatchObject({ amount: 2797 })
  })

  /** Sets another price of access at the provider under the same key. Returns the former price's id. */
  async function sellDearer(other: World): Promise<string> {
    const { data } = await atProvider<{ data: { id: string }[] }>(other, 'prices?lookup_keys[]=access_monthly')
    await changeAtProvider(other, 'prices', {
      product: 'luna_access_monthly',
      currency: 'usd',
      unit_amount: '350',
      lookup_key: 'access_monthly',
      transfer_lookup_key: 'true',
      'recurring[interval]': 'month',
    })
    return data[0]?.id ?? ''
  }

  it('even when another price has its key at the provider (D181)', async () => {
    const other = await openWorld()
    await sellDearer(other)
    const person = await registered(other)
    const { clientSecret } = (await openUplift(person)).body
    expect(await atProvider(other, `payment_intents/${idOf(clientSecret)}`)).toMatchObject({ amount: 2797 })
    await closeUnbroken(other)
  })

  it('and nothing can be paid when the provider has only a different one', async () => {
    const other = await openWorld()
    await changeAtProvider(other, `prices/${await sellDearer(other)}`, { active: 'false' })
    const person = await registered(other)
    const body = { package: 'uplift', subscriptionPrice: 2.97 }
    const reply = await person.client.request<ProblemBody>('POST', '/api/create-combined-purchase', body)
    expect([reply.status, JSON.stringify(reply.body).includes('_secret_')]).toEqual([500, false])
    await closeUnbroken(other)
  })
})
