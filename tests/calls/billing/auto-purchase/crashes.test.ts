import { resumeStuckPurchases, runAutoPurchase } from '#server/billing/auto-purchase/auto-purchase.flow.ts'
import { describe, expect, it, mailsTo, ownWorld, type TestPerson } from '#tests/calls.ts'
import {
  accountOf,
  attemptsOf,
  automaticPayments,
  balanceMinutes,
  buyByHand,
  lowSubscriber,
  storedState,
  setAutoPurchase,
} from '../../../kit/billing/auto-purchases.ts'
import { keepCard } from '../../../kit/billing/saved-cards.ts'
import { losingEvents } from '../../../kit/billing/subscriptions.ts'

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
  expect(await automaticPayments(world, person)).toMatchObject([{ status: 'succeeded' }])
  expect(await balanceMinutes(person)).toBe(minutes)
  expect(await storedState(world, person)).toMatchObject({ failures: 0, armed: true, problem: null })
}

describe('a process that dies', () => {
  it('between the charge and storing it: the retry with the same key finds the same payment', async () => {
    const person = await lowSubscriber(world, 5)
    loseAnswer('chargeAutomatically')
    await losingEvents(world, () => setAutoPurchase(person, { enabled: true }).then(() => attemptsOf(world, person)))
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    await expectOneCredit(person)
  })

  it('between storing the payment and crediting it: the retry credits it', async () => {
    const person = await lowSubscriber(world, 5)
    loseAnswer('readPayment')
    await losingEvents(world, () => setAutoPurchase(person, { enabled: true }).then(() => attemptsOf(world, person)))
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    await expectOneCredit(person)
  })

  it('after a decline: it counts once and is reported once', async () => {
    const person = await lowSubscriber(world, 5, 'pm_card_chargeCustomerFail')
    loseAnswer('cancelPayment')
    await setAutoPurchase(person, { enabled: true })
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'declined' }])
    expect(await automaticPayments(world, person)).toMatchObject([{ status: 'canceled' }])
    expect(await storedState(world, person)).toMatchObject({ failures: 1 })
    await expect.poll(() => subjectsTo(person)).toContain('Your automatic purchase was declined')
  })

  it('after the charge, with another card saved before the retry: the payment is found and credited', async () => {
    const person = await lowSubscriber(world, 5)
    loseAnswer('chargeAutomatically')
    await losingEvents(world, async () => {
      await setAutoPurchase(person, { enabled: true })
      await expect.poll(() => automaticPayments(world, person)).toHaveLength(1)
      await keepCard(world, person, 'pm_card_refundFail')
      await attemptsOf(world, person)
    })
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    await expectOneCredit(person)
  })

  it('after the charge, with purchases switched off before the retry: the payment is found and credited', async () => {
    const person = await lowSubscriber(world, 5)
    loseAnswer('chargeAutomatically')
    await losingEvents(world, async () => {
      await setAutoPurchase(person, { enabled: true })
      await expect.poll(() => automaticPayments(world, person)).toHaveLength(1)
      await setAutoPurchase(person, { enabled: false })
      await attemptsOf(world, person)
    })
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    expect(await balanceMinutes(person)).toBe(125)
  })
})

describe('a job that runs twice at once', () => {
  it('charges and credits once', async () => {
    const { person, attempt } = await waitingAttempt('0 minutes')
    await Promise.all(Array.from({ length: 4 }, () => runAutoPurchase(world.services, attempt)))
    expect(await attemptsOf(world, person)).toMatchObject([{ id: attempt.checkoutId, status: 'paid' }])
    await expectOneCredit(person)
  })
})

describe('an unfinished attempt', () => {
  it('is not charged when purchases were switched off before its job ran', async () => {
    const { person, attempt } = await waitingAttempt('0 minutes')
    await setAutoPurchase(person, { enabled: false })
    await runAutoPurchase(world.services, attempt)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'replaced' }])
    expect(await automaticPayments(world, person)).toEqual([])
    await setAutoPurchase(person, { enabled: true })
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'replaced' }, { status: 'paid' }])
  })

  it('is not charged when the person bought minutes before its job ran', async () => {
    const { person, attempt } = await waitingAttempt('0 minutes')
    await buyByHand(world, person)
    await runAutoPurchase(world.services, attempt)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'replaced' }])
    expect(await automaticPayments(world, person)).toEqual([])
    expect(await storedState(world, person)).toMatchObject({ armed: true, retry_at: null })
  })

  it('is not charged for a package that is no longer chosen, but for the new one', async () => {
    const { person, attempt } = await waitingAttempt('0 minutes')
    await setAutoPurchase(person, { tier: 'launch', monthlyCap: 20 })
    await runAutoPurchase(world.services, attempt)
    expect(await attemptsOf(world, person)).toMatchObject([
      { status: 'replaced', tier: 'uplift' },
      { status: 'paid', tier: 'launch' },
    ])
    await expectOneCredit(person, 65)
  })

  it('is continued by the hourly upkeep', async () => {
    const { person, attempt } = await waitingAttempt('15 minutes')
    await resumeStuckPurchases(world.services)
    expect(await attemptsOf(world, person)).toMatchObject([{ id: attempt.checkoutId, status: 'paid' }])
    await expectOneCredit(person)
  })

  it('is not charged once the provider may have forgotten its key: looked up, ended, and started over', async () => {
    const { person, attempt } = await waitingAttempt('20 hours 30 minutes')
    await resumeStuckPurchases(world.services)
    expect(await attemptsOf(world, person)).toMatchObject([{ id: attempt.checkoutId, status: 'open' }])
    await world.sql('update checkout set id = uuidv7($1::interval) where id = $2', ['-22 hours', attempt.checkoutId])
    await resumeStuckPurchases(world.services)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'replaced' }, { status: 'paid' }])
    await expectOneCredit(person)
  })
})

describe('an unreachable provider', () => {
  it('is asked again until it answers', async () => {
    const person = await lowSubscriber(world, 5)
    await world.control({ apiFault: { stripe: 'error' } })
    await setAutoPurchase(person, { enabled: true })
    await expect.poll(() => jobState()).toContain('retry')
    await world.control({ apiFault: { stripe: null } })
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    await expectOneCredit(person)
  })
})

/** Returns an attempt whose job was lost, begun that long ago. */
async function waitingAttempt(age: string) {
  const person = await lowSubscriber(world, 5)
  await setAutoPurchase(person, { threshold: 1 })
  await setAutoPurchase(person, { enabled: true })
  const accountId = await accountOf(world, person)
  await world.sql('update auto_purchase set threshold_minutes = 9, armed = false where account_id = $1', [accountId])
  const [row] = await world.sql<{ id: string }>(
    `insert into checkout (id, account_id, user_id, kind, tier, amount_cents, package_name, package_cents,
       package_minutes, created_at)
     values (uuidv7($1::interval), $2, $3, 'auto', 'uplift', 2500, 'Uplift', 2500, 120, now()) returning id`,
    [`-${age.replace(' hours ', ' hours -')}`, accountId, person.id],
  )
  return { person, attempt: { checkoutId: row?.id ?? '', accountId } }
}

async function jobState(): Promise<string[]> {
  const rows = await world.sql<{ state: string }>("select state from pgboss.job where name = 'auto-purchase'")
  return rows.map(({ state }) => state)
}

async function subjectsTo(person: TestPerson): Promise<string[]> {
  return (await mailsTo(world, person.email)).map(({ subject }) => subject)
}
