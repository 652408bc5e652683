import * as purchases from '#contract/billing/purchases.ts'
import { describe, expect, it, organization, ownWorld, payWithCard, registered, subscriber } from '#tests/calls.ts'
import { complete, invited } from '../../kit/organizations/joining.ts'
import { paidOrganization } from '../../kit/organizations/paid-organizations.ts'

const world = await ownWorld()

const version = '2025-07-02'

async function agreed(email: string) {
  const [row] = await world.sql<{ version: string | null; at: Date | null; created: Date }>(
    'select terms_version as version, terms_accepted_at as at, created_at as created from users where email = $1',
    [email],
  )
  return row
}

describe('the accepted terms are stored with version and time (D23)', () => {
  it('for people who register', async () => {
    const row = await agreed((await registered(world)).email)
    expect(row).toMatchObject({ version, at: row?.created })
  })

  it('for people who were invited to an organization and create an account', async () => {
    const firm = await organization(world)
    const { email, secret } = await invited(world, firm)
    expect((await complete(world, email, firm.id, secret)).status).toBe(201)
    const row = await agreed(email)
    expect(row).toMatchObject({ version, at: row?.created })
  })

  it('for people who register an organization, at that time and not at the payment', async () => {
    const { id, email } = await paidOrganization(world)
    const [registration] = await world.sql<{ terms_version: string; terms_accepted_at: Date }>(
      'select terms_version, terms_accepted_at from business_registration where id = $1',
      [id],
    )
    const row = await agreed(email)
    expect(row).toMatchObject({ version: registration?.terms_version, at: registration?.terms_accepted_at })
    expect(row?.at?.getTime()).toBeLessThan(row?.created.getTime() ?? 0)
  })

  it('with a completed payment, even when only the provider reports it, and with no failed one', async () => {
    const person = await subscriber(world)
    await world.sql("update users set terms_version = '2024-01-01' where id = $1", [person.id])
    const before = await agreed(person.email)
    const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    const [paymentIntentId = ''] = clientSecret.split('_secret_')
    const told = await person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    expect(told.body).toMatchObject({ code: 'payment_not_completed' })
    expect(await agreed(person.email)).toEqual(before)
    await payWithCard(world, clientSecret)
    await expect.poll(async () => (await agreed(person.email))?.version).toBe(version)
  })

  it('for people who pay under newer terms; those who accepted these before keep the time', async () => {
    const person = await subscriber(world)
    const before = await agreed(person.email)
    const pay = async () => {
      const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
      const paymentIntentId = await payWithCard(world, clientSecret)
      await person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    }
    await pay()
    expect(await agreed(person.email)).toEqual(before)
    await world.sql("update users set terms_version = '2024-01-01' where id = $1", [person.id])
    await pay()
    const after = await agreed(person.email)
    expect(after?.version).toBe(version)
    expect(after?.at?.getTime()).toBeGreaterThan(before?.at?.getTime() ?? 0)
  })
})
