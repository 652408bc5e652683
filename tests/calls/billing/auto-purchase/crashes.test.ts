import { resumeStuckPurchases, runAutoPurchase } from '#server/billing/auto-purchase/auto-purchase.flow.ts'
import { accountOf, balanceOf, buy, expect, it, keepCard, losingEvents, ownWorld } from '#tests/calls.ts'
import { type TestPerson, withoutProvider } from '#tests/calls.ts'
import * as auto from '../../../kit/billing/auto-purchases.ts'

const world = await ownWorld()

/** Lets a call to the provider take effect once and its answer be lost, as when the process dies there. */
function loseAnswer(name: 'chargeAutomatically' | 'readPayment' | 'cancelPayment'): void {
  const payments = world.services.payments as Record<typeof name, (given: never) => Promise<unknown>>
  const real = payments[name]
  payments[name] = async (given) => {
    payments[name] = real
    await real(given)
    throw new Error('The process died here')
  }
}

async function expectOneCredit(person: TestPerson, minutes = 125): Promise<void> {
  expect(await auto.paymentsOf(world, person)).toMatchObject([{ status: 'succeeded' }])
  expect(await balanceOf(person)).toBe(minutes)
  expect(await auto.storedOf(world, person)).toMatchObject({ failures: 0, armed: true, problem: null })
}

const keepAnother = (person: TestPerson) => keepCard(world, person, 'pm_card_refundFail')
const switchOff = (person: TestPerson) => auto.change(person, { enabled: false })

it.each([
  ['between the charge and storing it', 'chargeAutomatically'],
  ['between storing the payment and crediting it', 'readPayment'],
  ['after the charge, with another card saved before the retry', 'chargeAutomatically', keepAnother],
  ['after the charge, with purchases switched off before the retry', 'chargeAutomatically', switchOff],
] as const)('a process that dies %s credits the payment once', async (_when, lost, before?) => {
  const person = await auto.lowSubscriber(world, 5)
  loseAnswer(lost)
  await losingEvents(world, async () => {
    await auto.change(person, { enabled: true })
    await expect.poll(() => auto.paymentsOf(world, person)).toHaveLength(1)
    await before?.(person)
    await auto.attemptsOf(world, person)
  })
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
  if (before === switchOff) expect(await balanceOf(person)).toBe(125)
  else await expectOneCredit(person)
})

it('a process that dies after a decline counts and reports it once', async () => {
  const person = await auto.lowSubscriber(world, 5, 'pm_card_chargeCustomerFail')
  loseAnswer('cancelPayment')
  await auto.change(person, { enabled: true })
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'declined' }])
  expect(await auto.paymentsOf(world, person)).toMatchObject([{ status: 'canceled' }])
  expect(await auto.storedOf(world, person)).toMatchObject({ failures: 1 })
  expect(await auto.told(world, person, 'Your automatic purchase was declined')).toBe(1)
})

type Attempt = Parameters<typeof runAutoPurchase>[1]

const run = (attempt: Attempt) => runAutoPurchase(world.services, attempt)
const paid = { status: 'paid' }
const replaced = { status: 'replaced', tier: 'uplift' }

it('an unfinished attempt is charged once by jobs at once, or by the upkeep', async () => {
  const atOnce = (attempt: Attempt) => Promise.all(Array.from({ length: 4 }, () => run(attempt)))
  for (const [age, proceed] of [
    ['0 minutes', atOnce],
    ['-15 minutes', () => resumeStuckPurchases(world.services)],
  ] as const) {
    const { person, attempt } = await waitingAttempt(age)
    await proceed(attempt)
    expect(await auto.attemptsOf(world, person)).toMatchObject([{ ...paid, id: attempt.checkoutId }])
    await expectOneCredit(person)
  }
})

it('an unfinished attempt is charged only as the person wants by then', async () => {
  const off = await waitingAttempt()
  await switchOff(off.person)
  const bought = await waitingAttempt()
  await buy(world, bought.person, 'launch')
  const changed = await waitingAttempt()
  await auto.change(changed.person, { tier: 'launch', monthlyCap: 20 })
  for (const { attempt } of [off, bought, changed]) await run(attempt)
  for (const { person } of [off, bought]) {
    expect(await auto.attemptsOf(world, person)).toMatchObject([replaced])
    expect(await auto.paymentsOf(world, person)).toEqual([])
  }
  expect(await auto.storedOf(world, bought.person)).toMatchObject({ armed: true, retry_at: null })
  expect(await auto.attemptsOf(world, changed.person)).toMatchObject([replaced, { ...paid, tier: 'launch' }])
  await expectOneCredit(changed.person, 65)
  await auto.change(off.person, { enabled: true })
  expect(await auto.attemptsOf(world, off.person)).toMatchObject([replaced, paid])
})

it('an attempt whose key the provider may have forgotten starts over', async () => {
  const { person, attempt } = await waitingAttempt('-20 hours -30 minutes')
  await resumeStuckPurchases(world.services)
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ id: attempt.checkoutId, status: 'open' }])
  await world.sql('update checkout set id = uuidv7($1::interval) where id = $2', ['-22 hours', attempt.checkoutId])
  await resumeStuckPurchases(world.services)
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'replaced' }, { status: 'paid' }])
  await expectOneCredit(person)
})

it('an unreachable provider is asked again until it answers', async () => {
  const jobs = () => world.sql("select state from pgboss.job where name = 'auto-purchase'")
  const person = await auto.lowSubscriber(world, 5)
  await withoutProvider(world, async () => {
    await auto.change(person, { enabled: true })
    await expect.poll(jobs).toContainEqual({ state: 'retry' })
  })
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
  await expectOneCredit(person)
})

/** Returns an attempt whose job was lost, begun that long ago. */
async function waitingAttempt(age = '0 minutes') {
  const person = await auto.lowSubscriber(world, 5)
  await auto.change(person, { threshold: 1 })
  await auto.change(person, { enabled: true })
  const accountId = await accountOf(world, person)
  await world.sql('update auto_purchase set threshold_minutes = 9, armed = false where account_id = $1', [accountId])
  const [row] = await world.sql<{ id: string }>(
    `insert into checkout (id, account_id, user_id, kind, tier, amount_cents, package_name, package_cents,
       package_minutes, created_at)
     values (uuidv7($1::interval), $2, $3, 'auto', 'uplift', 2500, 'Uplift', 2500, 120, now()) returning id`,
    [age, accountId, person.id],
  )
  return { person, attempt: { checkoutId: row?.id ?? '', accountId } }
}
