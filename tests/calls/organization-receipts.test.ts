import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as auth from '#contract/auth.ts'
import { setTempPassword } from '#contract/organization-payment.ts'
import { receipt } from '#contract/receipts.ts'
import { closeUnbroken } from '../invariants.ts'
import { mailsTo } from '../mailbox.ts'
import { member } from '../organizations.ts'
import { organizationsOf, paidOrganization } from '../paid-organizations.ts'
import { password, registered } from '../people.ts'
import { openWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => closeUnbroken(world))

describe('the receipt of an organization (D43)', () => {
  it('is mailed, and opens for its admins: the organization is the buyer; for members and strangers it does not exist', async () => {
    const order = await paidOrganization(world)
    const [organization] = await organizationsOf(world, order)
    const [row] = await world.sql<{ id: string }>('select id from receipt where account_id = $1', [
      organization?.account_id,
    ])
    const params = { id: row?.id ?? '' }
    await expect
      .poll(
        async () => (await mailsTo(world, order.email)).some(({ text }) => text.includes(`/receipts/${params.id}`)),
        {
          timeout: 10_000,
        },
      )
      .toBe(true)

    const names = { firstName: 'Olive', lastName: 'Owner' }
    await order.client.call(setTempPassword, { body: { email: order.email, newPassword: password, ...names } })
    await order.client.call(auth.login, { body: { email: order.email, password } })
    expect(await order.client.call(receipt, { params })).toMatchObject({
      amount: 1419,
      description: 'Organization package',
      creditsAdded: 1000,
      buyer: { name: order.organizationName, email: order.email },
      paidWith: 'Visa ending in 4242',
    })
    const inside = await member(world, organization?.id ?? 0)
    const outside = await registered(world)
    for (const { client } of [inside, outside]) {
      const reply = await client.try(receipt, { params })
      expect([reply.status, reply.body.code]).toEqual([404, 'receipt_not_found'])
    }
    expect((await world.visitor().try(receipt, { params })).status).toBe(401)
  })
})
