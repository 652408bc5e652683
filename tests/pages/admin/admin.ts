import fs from 'node:fs'
import { adminCommunications } from '#contract/messages/admin-messages.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'
import { refundLimits } from '#contract/billing/refunds.ts'
import { readPlatformSettings } from '#contract/settings/admin-settings.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { settingDefaults } from '#server/settings/settings.ts'
import type { FakeServer } from '../fake-server.ts'
import type { Page } from '../fixtures.ts'
import { adminMe } from '../people.ts'

/** Nothing was ever changed, except that platform admins need a second factor. */
export const settings = {
  settings: { ...settingDefaults, adminTwoFactorRequired: true },
  defaults: settingDefaults,
  changes: {},
}

export const ada = {
  id: adminMe.id,
  email: adminMe.email,
  firstName: adminMe.firstName,
  lastName: adminMe.lastName,
} satisfies NamedPerson

export const ben = {
  id: '7a1d2c34-0001-4b11-8c22-000000000001',
  email: 'ben.reed@example.com',
  firstName: 'Ben',
  lastName: 'Reed',
} satisfies NamedPerson

/** Answers what the panel reads around its tabs. */
export function servePanel(server: FakeServer): void {
  server.answer(readPlatformSettings, settings)
  server.answer(adminCommunications, [])
  server.answer(refundRequests, [])
  server.answer(refundLimits, { support: 50, supportLeft: 50, secondPersonAbove: 200, refundedBefore: 0 })
}

/** Sorts like a list's server: by a column, and in reverse with a minus. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: string,
  valueOf: Readonly<Record<string, (row: Row) => string | number>>,
): Row[] {
  const value = valueOf[sort.replace(/^-/, '')] ?? (() => 0)
  const sorted = rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)]
    return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
  })
  return sort.startsWith('-') ? sorted.toReversed() : sorted
}

export async function downloadList(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const text = fs.readFileSync(await download.path(), 'utf8')
  return text.trim().split('\r\n')
}
