import { expect, type Locator, type Page } from '@playwright/test'
import { whenTakenOver } from './watch.ts'

/** Returns the figure below a summary, such as `Monthly total`. */
export function sumOf(page: Page, label: string): Locator {
  return page.getByRole('main').locator('dl > div').filter({ hasText: label }).locator('dd')
}

export async function expectSums(page: Page, sums: Record<string, string>): Promise<void> {
  for (const [label, sum] of Object.entries(sums)) await expect(sumOf(page, label)).toHaveText(sum)
}

export function numberField(page: Page, label: 'Number of users' | 'Number of agents'): Locator {
  return page.getByRole('textbox', { name: label, exact: true })
}

export interface Chosen {
  users: number
  minutes: RegExp
  build: RegExp
  agents?: number
  optimization?: boolean
  app?: boolean
}

export async function choose(page: Page, chosen: Chosen): Promise<void> {
  await whenTakenOver(page)
  await numberField(page, 'Number of users').fill(String(chosen.users))
  await page.getByRole('radio', { name: chosen.minutes }).check({ force: true })
  await page.getByRole('radio', { name: chosen.build }).check({ force: true })
  if (chosen.agents) await numberField(page, 'Number of agents').fill(String(chosen.agents))
  if (chosen.optimization) await page.getByRole('checkbox', { name: 'Ongoing optimization' }).check()
  if (chosen.app) await page.getByRole('checkbox', { name: 'Branded app' }).check()
}

/** The seven parameters with which a choice is passed on. */
export const chosenNames = [
  'userCount',
  'agentType',
  'numberOfAgents',
  'minutePackage',
  'brandedPWA',
  'ongoingOptimization',
  'totalAmount',
]

/** Returns the address to which a press leads, before the page removes its values from the address bar. */
export async function addressAfter(page: Page, press: () => Promise<void>): Promise<URL> {
  const seen: string[] = await page.evaluate(() => {
    const kept: string[] = []
    Object.assign(window, { keptAddresses: kept })
    addEventListener('pushState', () => kept.push(location.href))
    return kept
  })
  expect(seen).toEqual([])
  await press()
  await page.waitForFunction(() => (window as unknown as { keptAddresses: string[] }).keptAddresses.length > 0)
  const addresses = await page.evaluate(() => (window as unknown as { keptAddresses: string[] }).keptAddresses)
  return new URL(addresses[0] ?? '')
}
