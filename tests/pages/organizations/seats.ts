import type { Page } from '@playwright/test'
import type { Answer } from '#contract/call.ts'
import { seatQuote } from '#contract/organizations/seats.ts'
import type { FakeServer } from '../fake-server.ts'
import { plan } from './billing.ts'
import { cardOf, visa } from './organization.ts'

/** Opens the dialog and requests this many seats. */
export async function askSeats(page: Page, users: number): Promise<void> {
  await cardOf(page, 'Seats').getByRole('button', { name: 'Change Seats' }).click()
  await page.getByRole('dialog').getByLabel('Seats', { exact: true }).fill(String(users))
}

/** Returns what this many seats cost, of five paid ones, as the server calculates it. */
export function quote(users: number, minUsers: number, paidUsers = 5): Answer<typeof seatQuote> {
  const userPrice = users >= 100 ? 2.6 : 2.8
  const cents = (dollars: number) => Math.round(dollars * 100) / 100
  return {
    users,
    chargeToday: cents(Math.max(0, users - paidUsers) * userPrice),
    monthlyTotal: cents(355 + users * userPrice),
    userPrice,
    paidUsers,
    nextUsers: paidUsers,
    minUsers,
    cheaper: users === 199 ? { users: 200, monthly: 500 } : null,
    renewsAt: plan.renewsAt,
    card: visa,
  }
}

/** Prices for Acme's five seats; one is taken. */
export function serveSeats(server: FakeServer): void {
  server.answer(seatQuote, ({ query }) => quote(query.users ?? 5, 1))
}
