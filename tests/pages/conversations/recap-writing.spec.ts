import { refusals } from '#server/kernel/problem.ts'
import { readRecap } from '#contract/results/recap.ts'
import { as, expect, type FakeServer, page, type Page, server, subscriberMe, test, toastOf } from '#tests/pages.ts'
import { nothing, openSession, recap, serve } from './recaps.ts'

test.beforeEach(() => as(subscriberMe))

const pollMs = 2000

/** Lets the page look for the recap this often. */
async function look(page: Page, server: FakeServer, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const before = server.asked(readRecap).length
    await page.clock.runFor(pollMs)
    await expect.poll(() => server.asked(readRecap).length).toBe(before + 1)
    await page.waitForLoadState('networkidle')
  }
}

test('a recap that is still being written arrives by itself; a failure can be repeated, and nothing is said plainly', async () => {
  serve(server, { ...nothing, state: 'processing' })
  await openSession(page)
  await expect(page.getByText('Writing the recap…')).toBeVisible()
  server.answer(readRecap, recap)
  await expect(page.getByRole('heading', { name: 'Parental leave' })).toBeVisible()

  server.refuse(readRecap, 'provider_away')
  await openSession(page)
  await expect(page.getByText("Our voice provider isn't responding right now. Please try again later.")).toBeVisible()
  // The page has its own words for it, and a toast would take the place of others.
  await expect(toastOf(page)).toHaveCount(0)
  server.answer(readRecap, { ...nothing, state: 'none' })
  await page.getByRole('button', { name: 'Check Again' }).click()
  await expect(page.getByText("There's no recap of this session.")).toBeVisible()
})

test('after a minute people look again by themselves', async () => {
  await page.clock.install()
  serve(server, { ...nothing, state: 'processing' })
  await openSession(page)
  await expect(page.getByText('Writing the recap…')).toBeVisible()
  await look(page, server, 29)
  await expect(page.getByText('The recap is taking longer than usual.')).toBeVisible()
  await page.clock.runFor(5 * pollMs)
  expect(server.asked(readRecap)).toHaveLength(30)
  server.answer(readRecap, recap)
  await page.getByRole('button', { name: 'Check Again' }).click()
  await expect(page.getByRole('heading', { name: 'Parental leave' })).toBeVisible()
})

test('while looking for it fails, the page says so, and does not look without end', async () => {
  await page.clock.install()
  serve(server, { ...nothing, state: 'processing' })
  await openSession(page)
  await expect(page.getByText('Writing the recap…')).toBeVisible()
  server.refuse(readRecap, 'provider_away')
  await look(page, server, 1)
  await expect(page.getByText("Our voice provider isn't responding right now. Please try again later.")).toBeVisible()
  await expect(page.getByText('Writing the recap…')).toBeHidden()
  server.refuseWith(readRecap, refusals.tooMany(60))
  await look(page, server, 28)
  await page.clock.runFor(5 * pollMs)
  expect(server.asked(readRecap)).toHaveLength(30)
  server.answer(readRecap, recap)
  await page.getByRole('button', { name: 'Check Again' }).click()
  await expect(page.getByRole('heading', { name: 'Parental leave' })).toBeVisible()
})
