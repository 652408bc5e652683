import * as purchases from '#contract/billing/purchases.ts'
import { userRow } from '#tests/kit/identity/accounts.ts'
import { complete, invited } from '#tests/kit/organizations/joining.ts'
import { paidOrganization } from '#tests/kit/organizations/paid-organizations.ts'
import { expect, it, organization, ownWorld, payWithCard, registered, subscriber } from '#tests/calls.ts'

const world = await ownWorld()

const version = '2025-07-02'

interface Agreed {
  version: string | null
  at: Date | null
  created: Date
}

async function agreed(email: string): Promise<Agreed> {
  const [row] = await world.sql<{ id: string }>('select id from users where email = $1', [email])
  const user = (await userRow(world, row!)) as { terms_version: string; terms_accepted_at: Date; created_at: Date }
  return { version: user.terms_version, at: user.terms_accepted_at, created: user.created_at }
}

it('accepted terms are stored for people who register or accept an invitation (D23)', async () => {
  const firm = await organization(world)
  const { email, secret } = await invited(world, firm)
  expect((await complete(world, email, firm.id, secret)).status).toBe(201)
  for (const one of [email, (await registered(world)).email]) {
    const row = await agreed(one)
    expect(row).toMatchObject({ version, at: row.created })
  }
})

it('accepted terms are stored for who registers an organization, at that time (D23)', async () => {
  const { id, email } = await paidOrganization(world)
  const [registration] = await world.sql(
    'select terms_version as version, terms_accepted_at as at from business_registration where id = $1',
    [id],
  )
  const row = await agreed(email)
  expect(row).toMatchObject(registration ?? {})
  expect(row.at?.getTime()).toBeLessThan(row.created.getTime())
})

it('accepted terms are stored with a payment under newer ones, and no failed one (D23)', async () => {
  const { client, email, id } = await subscriber(world)
  const open = async () => {
    const { clientSecret } = await client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    return { clientSecret, body: { paymentIntentId: clientSecret.split('_secret_')[0] ?? '' } }
  }
  const before = await agreed(email)
  const same = await open()
  await payWithCard(world, same.clientSecret)
  await client.call(purchases.processPaymentSuccess, { body: same.body })
  // Who accepted these terms before keeps the time.
  expect(await agreed(email)).toEqual(before)

  await world.sql("update users set terms_version = '2024-01-01' where id = $1", [id])
  const { clientSecret, body } = await open()
  const early = await client.try(purchases.processPaymentSuccess, { body })
  expect(early.body).toMatchObject({ code: 'payment_not_completed' })
  expect(await agreed(email)).toEqual({ ...before, version: '2024-01-01' })
  await payWithCard(world, clientSecret)
  await expect.poll(async () => (await agreed(email)).version).toBe(version)
  expect((await agreed(email)).at?.getTime()).toBeGreaterThan(before.at?.getTime() ?? Infinity)
})
