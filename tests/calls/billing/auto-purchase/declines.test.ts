import { needsLook } from '#server/billing/auto-purchase/auto-purchase.ts'
import { changeAtProvider, describe, expect, it, ownWorld, setBalance, subscriber, waitForMails } from '#tests/calls.ts'
import {
  accountOf,
  attemptsOf,
  automaticPayments,
  balanceMinutes,
  buyByHand,
  lowSubscriber,
  passDay,
  spendTo,
  stateOf,
  storedState,
  told,
  setAutoPurchase,
} from '../../../kit/billing/auto-purchases.ts'
import { keepCard } from '../../../kit/billing/saved-cards.ts'
import { losingEvents, passTime } from '../../../kit/billing/subscriptions.ts'

const declinedSubject = 'Your automatic purchase was declined'
const blockedSubject = 'Your card cannot be used for automatic purchases'
const offSubject = 'Auto-purchase was turned off'

const world = await ownWorld()

describe('a declined charge (D47)', () => {
  it('is reported once, canceled at the provider, and tried again after 24 hours while the balance is low', async () => {
    const person = await lowSubscriber(world, 5, 'pm_card_chargeCustomerFail')
    await setAutoPurchase(person, { enabled: true })
    const [attempt] = await attemptsOf(world, person)
    expect(attempt).toMatchObject({ status: 'declined', decline_code: 'generic_decline' })
    expect(await automaticPayments(world, person)).toMatchObject([{ status: 'canceled' }])
    const [mail] = await waitForMails(world, person.email, declinedSubject)
    expect(mail?.text).toMatch(/\$25\.00 for 120 minutes \(Uplift\) with your card Visa ending in 0341/)
    const state = await stateOf(person)
    expect(state.problem).toMatchObject({ code: 'declined', checkoutId: null })
    const waitMs = Date.parse(state.problem?.retryAt ?? '') - world.services.clock.now().getTime()
    expect(waitMs / 3_600_000).toBeCloseTo(24, 1)
    await passTime(world, 'PT23H')
    expect(await attemptsOf(world, person)).toHaveLength(1)
    await passTime(world, 'PT1H')
    expect(await attemptsOf(world, person)).toHaveLength(2)
    expect(await told(world, person, declinedSubject)).toBe(1)
    expect(await balanceMinutes(person)).toBe(5)
  })

  it('makes the next one wait a day with the same card, but not with another', async () => {
    const person = await lowSubscriber(world, 50)
    const accountId = await accountOf(world, person)
    await setAutoPurchase(person, { enabled: true })
    await setBalance(world, person.id, 5 * 60)
    const at = world.services.clock.now()
    const dayLater = new Date(at.getTime() + 24 * 3_600_000)
    await world.sql(
      `update auto_purchase set armed = false, retry_at = $2, blocked_fingerprint = 'a'
       where account_id = $1`,
      [accountId, dayLater],
    )
    const isDue = async (card: string | null, fingerprint: string | null, now: Date) => {
      const values = [accountId, card, fingerprint]
      await world.sql(
        `update payer set payment_method_id = $2::text, card_fingerprint = $3,
           card_last4 = case when $2::text is null then null else '4242' end where account_id = $1`,
        values,
      )
      return needsLook(world.services.database.read, accountId, now)
    }
    expect(await isDue('pm_1', 'a', new Date(dayLater.getTime() - 1))).toBe(false)
    expect(await isDue('pm_1', 'a', dayLater)).toBe(true)
    expect(await isDue('pm_2', 'a', at)).toBe(false)
    expect(await isDue('pm_1', 'b', at)).toBe(true)
    expect(await isDue('pm_1', null, at)).toBe(true)
    expect(await isDue(null, null, at)).toBe(false)
    await setAutoPurchase(person, { enabled: false })
  })

  it('no longer counts after a success: insufficient funds, and enough a day later', async () => {
    const person = await lowSubscriber(world, 5)
    await world.control({ nextCardOutcome: 'insufficient_funds' })
    await setAutoPurchase(person, { enabled: true })
    expect(await attemptsOf(world, person)).toMatchObject([{ decline_code: 'insufficient_funds' }])
    expect(await storedState(world, person)).toMatchObject({ failures: 1, problem: 'declined' })
    await passDay(world)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'declined' }, { status: 'paid' }])
    expect(await storedState(world, person)).toMatchObject({ failures: 0, problem: null, armed: true, retry_at: null })
    expect(await balanceMinutes(person)).toBe(125)
    expect((await stateOf(person)).problem).toBeNull()
  })

  it('is not tried again when minutes were bought another way meanwhile, but at the next crossing', async () => {
    const person = await lowSubscriber(world, 5, 'pm_card_chargeCustomerFail')
    await setAutoPurchase(person, { enabled: true })
    await attemptsOf(world, person)
    await buyByHand(world, person)
    expect(await stateOf(person)).toMatchObject({ problem: null })
    await passDay(world)
    expect(await attemptsOf(world, person)).toHaveLength(1)
    await spendTo(world, person, 4)
    expect(await attemptsOf(world, person)).toHaveLength(2)
    // Another low balance, another first decline.
    expect(await told(world, person, declinedSubject)).toBe(2)
  })

  it('three times in a row switches purchases off with a mail; switching on starts the count over', async () => {
    const person = await lowSubscriber(world, 5, 'pm_card_chargeCustomerFail')
    await setAutoPurchase(person, { enabled: true })
    for (let day = 0; day < 5; day++) await passDay(world)
    expect(await attemptsOf(world, person)).toHaveLength(3)
    await waitForMails(world, person.email, offSubject)
    expect(await told(world, person, declinedSubject)).toBe(1)
    expect(await told(world, person, offSubject)).toBe(1)
    const state = await stateOf(person)
    expect(state).toMatchObject({ enabled: false, problem: { code: 'switched_off', retryAt: null } })
    await keepCard(world, person, 'pm_card_visa')
    expect(await attemptsOf(world, person)).toHaveLength(3)
    await setAutoPurchase(person, { enabled: true })
    expect(await attemptsOf(world, person)).toHaveLength(4)
    expect(await balanceMinutes(person)).toBe(125)
  })

  it('with another card is tried at once', async () => {
    const person = await lowSubscriber(world, 5, 'pm_card_chargeCustomerFail')
    await setAutoPurchase(person, { enabled: true })
    await attemptsOf(world, person)
    await keepCard(world, person, 'pm_card_chargeCustomerFail')
    expect(await attemptsOf(world, person)).toHaveLength(1)
    await keepCard(world, person, 'pm_card_visa')
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'declined' }, { status: 'paid' }])
    expect(await balanceMinutes(person)).toBe(125)
  })
})

describe('a hard decline (D47)', () => {
  it('is not tried again until another card is saved, not even at the next crossing', async () => {
    const person = await lowSubscriber(world, 5)
    await world.control({ nextCardOutcome: 'lost_card' })
    await setAutoPurchase(person, { enabled: true })
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'declined', decline_code: 'lost_card' }])
    await waitForMails(world, person.email, blockedSubject)
    expect(await stateOf(person)).toMatchObject({ problem: { code: 'card_blocked', retryAt: null }, chargesNow: false })
    await passDay(world)
    await passDay(world)
    await buyByHand(world, person)
    await spendTo(world, person, 3)
    await keepCard(world, person, 'pm_card_visa')
    await setAutoPurchase(person, { enabled: false })
    await setAutoPurchase(person, { enabled: true })
    expect(await attemptsOf(world, person)).toHaveLength(1)
    expect(await told(world, person, blockedSubject)).toBe(1)
    await keepCard(world, person, 'pm_card_refundFail')
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'declined' }, { status: 'paid' }])
    expect((await stateOf(person)).problem).toBeNull()
  })

  it('also happens with a card that the provider no longer keeps, without any event', async () => {
    const person = await lowSubscriber(world, 5)
    const [payer] = await world.sql<{ method: string }>(
      'select payment_method_id as method from payer join account on account.id = account_id where user_id = $1',
      [person.id],
    )
    await losingEvents(world, () => changeAtProvider(world, `payment_methods/${payer?.method}/detach`, {}))
    await setAutoPurchase(person, { enabled: true })
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'declined', stripe_payment_intent_id: null }])
    expect(await stateOf(person)).toMatchObject({ problem: { code: 'card_blocked' } })
  })
})

describe('a removed card', () => {
  it('switches purchases off with a mail at the crossing, without a call to the provider', async () => {
    const person = await subscriber(world)
    await setAutoPurchase(person, { enabled: true })
    await world.sql(
      `update payer set payment_method_id = null, card_last4 = null
       where account_id = (select id from account where user_id = $1)`,
      [person.id],
    )
    await spendTo(world, person, 5)
    expect(await stateOf(person)).toMatchObject({ enabled: false, problem: { code: 'switched_off' }, card: null })
    await waitForMails(world, person.email, offSubject)
    expect(await attemptsOf(world, person)).toEqual([])
    expect(await automaticPayments(world, person)).toEqual([])
  })
})
