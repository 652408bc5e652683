import { adminDebts } from '#contract/admin/debts.ts'
import { expect, hired, it, ownWorld, platformAdmin, registered } from '#tests/calls.ts'
import { debtor, forgiveDebt, payDebt } from '../../../kit/billing/refunds.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

it('debts are listed with who owes what, since when and why, by their state', async () => {
  const [open, forgiven, paid] = [await debtor(world), await debtor(world), await debtor(world)]
  await forgiveDebt(ada, forgiven.debtId)
  await payDebt(world, paid)
  const list = (query: object) => ada.client.call(adminDebts, { query })
  expect(await list({ state: 'open' })).toMatchObject([
    {
      id: open.debtId,
      amount: 15.47,
      state: 'open',
      closedAt: null,
      reason: null,
      payer: { userId: open.person.id, organizationId: null, email: open.person.email },
      paymentId: expect.stringMatching(/^[\da-f-]{36}$/),
      description: expect.stringContaining('Uplift'),
      disputeReason: 'fraudulent',
    },
  ])
  expect(await list({ state: 'forgiven' })).toMatchObject([{ id: forgiven.debtId, reason: 'Goodwill' }])
  expect(await list({ search: paid.person.email })).toMatchObject([{ id: paid.debtId, state: 'paid' }])
  expect((await list({ sort: 'created' })).map(({ id }) => id)).toEqual([open, forgiven, paid].map((one) => one.debtId))
})

it('debts are refused to strangers, people and staff without money', async () => {
  const [person, content] = [await registered(world), await hired(world, ada, 'content')]
  expect((await world.visitor().try(adminDebts, { query: {} })).status).toBe(401)
  expect((await person.client.try(adminDebts, { query: {} })).status).toBe(403)
  expect((await content.client.try(adminDebts, { query: {} })).status).toBe(403)
})
