import { expect } from '../fixtures.ts'
import { setSwitches } from '../faults.ts'
import { callAs, lowerBalance, openSecret, payWithCard, type Person, sql, subscriber } from '../people.ts'

/** Saves another card for renewals and automatic purchases, as on the account page. */
export async function keepCard(person: Person, magicId: string): Promise<void> {
  const setupIntentId = await payWithCard(await openSecret(person, '/api/account/card-setup'), magicId)
  await callAs(person, '/api/account/card', { setupIntentId })
}

interface AutoPurchase {
  problem: { code: string; checkoutId: string | null } | null
}

/** Switches automatic purchases on. */
export async function autoPurchase(person: Person, threshold = 9): Promise<void> {
  await callAs(person, '/api/account/auto-purchase', { enabled: true, threshold }, 'PATCH')
}

/** Returns a person whose automatic purchase of 120 minutes the card's bank has stopped, and the payment's id. */
export async function stoppedPayer(): Promise<{ person: Person; checkoutId: string }> {
  const person = await subscriber()
  await keepCard(person, 'pm_card_authenticationRequired')
  await lowerBalance(person, 5)
  await autoPurchase(person)
  const problem = () => callAs<AutoPurchase>(person, '/api/account/auto-purchase', {}, 'GET')
  await expect.poll(async () => (await problem()).problem?.code).toBe('confirmation_needed')
  return { person, checkoutId: (await problem()).problem?.checkoutId ?? '' }
}

/** Returns a person who used 90 minutes of a package whose payment was then lost in a dispute, and the debt's id. */
export async function debtor(): Promise<{ person: Person; debtId: string }> {
  const person = await subscriber()
  await lowerBalance(person, 30)
  const [paid] = await sql<{ id: string }>(
    'select stripe_payment_intent_id as id from credit_purchase where account_id = $1',
    [person.accountId],
  )
  return { person, debtId: await loseDispute(person.accountId, paid?.id ?? '') }
}

/** Loses a dispute of an account's payment after most of its minutes were used. Returns the debt's id. */
export async function loseDispute(accountId: string, payment: string): Promise<string> {
  await setSwitches({ dispute: { payment, action: 'open' } })
  await setSwitches({ dispute: { payment, action: 'lose' } })
  const openDebt = async () => {
    const text = "select id from debt where account_id = $1 and status = 'open'"
    return (await sql<{ id: string }>(text, [accountId]))[0]?.id ?? ''
  }
  await expect.poll(openDebt).not.toBe('')
  return openDebt()
}
