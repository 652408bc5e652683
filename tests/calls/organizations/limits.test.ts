import type { Call } from '#contract/call.ts'
import { validateOrganization } from '#contract/organizations/joining.ts'
import { setTempPassword } from '#contract/organizations/payment.ts'
import { registerOrganization, registerOrganizationVariant } from '#contract/organizations/registration.ts'
import { expect, it, ownWorld, password, tags } from '#tests/calls.ts'
import { main, variant } from '../../kit/organizations/organization-registrations.ts'

/** Limits as in production. */

const world = await ownWorld({ RATE_LIMIT_FACTOR: '1' })
world.clock.holdReal()

/** Makes these calls in turn until one more than so many got this status. */
async function expectLimit(limit: number, status: number, ...inputs: [Call, object][]): Promise<void> {
  const client = world.visitor()
  for (let count = 0; count <= limit; count++) {
    const [{ method, path }, body] = inputs[count % inputs.length] ?? [registerOrganization, {}]
    const reply = await client.request(method, path, body)
    expect([count, reply.status]).toEqual([count, count < limit ? status : 429])
    expect(reply.headers.get('retry-after')).toEqual(count < limit ? null : expect.stringMatching(/^[1-9]\d*$/))
  }
}

it('10 registrations an hour per address, both forms together', tags('D101'), async () => {
  await expectLimit(10, 201, [registerOrganization, main], [registerOrganizationVariant, variant])
  expect(await world.sql('select from business_registration')).toHaveLength(10)
})

it('five attempts at a first password an hour for one address', tags('D105'), async () => {
  const body = { email: 'tried@firm.test', newPassword: password, firstName: 'Olive', lastName: 'Owner' }
  await expectLimit(5, 202, [setTempPassword, body])
})

it('five validations in 15 minutes for one address from one place', tags('D110'), async () => {
  await expectLimit(5, 200, [validateOrganization, { email: 'a@example.com', organizationId: 1 }])
})
