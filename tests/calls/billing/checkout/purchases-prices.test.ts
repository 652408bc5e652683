import { atProvider, changeAtProvider, expect, idOf, it, openFirst, ownWorld, registered, tags } from '#tests/calls.ts'

const world = await ownWorld()

it('the price that was shown is charged, or nothing', tags('D29 D181'), async () => {
  const person = await registered(world)
  const intentOf = (clientSecret: string) => atProvider(world, `payment_intents/${idOf(clientSecret)}`)
  const first = (await openFirst(person)).body.clientSecret
  await world.sql('update checkout set amount_cents = 2297, package_cents = 2000 where user_id = $1', [person.id])
  const second = (await openFirst(person)).body.clientSecret
  expect(second).not.toBe(first)
  expect(await intentOf(first)).toMatchObject({ status: 'canceled' })
  expect(await intentOf(second)).toMatchObject({ amount: 2797 })
  // Another price of access gets its key at the provider.
  const { data } = await atProvider<{ data: { id: string }[] }>(world, 'prices?lookup_keys[]=access_monthly')
  await changeAtProvider(world, 'prices', {
    product: 'luna_access_monthly',
    currency: 'usd',
    unit_amount: '350',
    lookup_key: 'access_monthly',
    transfer_lookup_key: 'true',
    'recurring[interval]': 'month',
  })
  const { clientSecret } = (await openFirst(await registered(world))).body
  expect(await intentOf(clientSecret)).toMatchObject({ amount: 2797 })
  // Then the provider has only that one.
  await changeAtProvider(world, `prices/${data[0]?.id}`, { active: 'false' })
  const { status, body } = await openFirst(await registered(world))
  expect([status, JSON.stringify(body).includes('_secret_')]).toEqual([500, false])
})
