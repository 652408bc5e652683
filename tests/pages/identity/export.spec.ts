import { askForExport, type DataExport, exportFilePath, newestExport } from '#contract/departure/departure.ts'
import { as, expect, page, type Page, registeredMe, server, tagged, test, toastOf } from '#tests/pages.ts'
import { openProfile, serveProfile, unconfirmedMe } from './identity.ts'

const id = '9e1d7f8e-0001-4a61-8f0e-6f2f3b1c0001'
const preparing = {
  id,
  state: 'preparing',
  requestedAt: '2026-11-22T08:00:00.000Z',
  expiresAt: null,
} satisfies DataExport
const ready = { ...preparing, state: 'ready', expiresAt: '2026-11-23T08:00:00.000Z' } satisfies DataExport

function sectionOf(page: Page) {
  return page.getByRole('region', { name: 'Your data' })
}

test('an archive is requested, says that it is being made, and appears by itself, on every screen (D28)', async () => {
  as(registeredMe)
  serveProfile(server)
  await page.clock.install()
  await openProfile(page)
  const section = sectionOf(page)
  server.break(askForExport)
  await section.getByRole('button', { name: 'Export My Data' }).click()
  await expect(toastOf(page)).toContainText('Failed to start your export')
  server.answer(askForExport, () => {
    server.answer(newestExport, { export: preparing })
    return preparing
  })
  await section.getByRole('button', { name: 'Export My Data' }).press('Enter')
  await expect(section).toContainText(
    "We're preparing your archive. You can leave this page: we'll also send the link to",
  )
  await expect(section).toContainText(registeredMe.email)
  await expect(section.getByRole('button')).toHaveCount(0)
  await expect(toastOf(page)).toHaveCount(0)
  server.answer(newestExport, { export: ready })
  await page.clock.runFor(2000)
  const link = section.getByRole('link', { name: 'Download Archive' })
  await expect(link).toHaveAttribute('href', exportFilePath(id))
  await expect(section).toContainText('Until Nov 23, 2026')
  await expect(section.getByRole('button', { name: 'Export Again' })).toBeVisible()
})

test('a fourth request of the day names the reason', tagged('D28'), async () => {
  as(registeredMe)
  serveProfile(server)
  server.refuse(askForExport, 'too_many_exports')
  await openProfile(page)
  await sectionOf(page).getByRole('button', { name: 'Export My Data' }).click()
  await expect(toastOf(page)).toContainText('You have requested 3 exports today. Please try again tomorrow.')
})

test('an expired mailed link leads to the page that offers a new one', tagged('D28'), async () => {
  as(registeredMe)
  serveProfile(server)
  await openProfile(page, '/profile#export')
  await expect(page.getByRole('button', { name: 'Export My Data' })).toBeInViewport()
})

test('an export needs a confirmed address, and says so', tagged('D24'), async () => {
  as(unconfirmedMe)
  serveProfile(server)
  await openProfile(page)
  await expect(sectionOf(page)).toContainText('Please confirm your email address first')
  await expect(sectionOf(page).getByRole('button')).toHaveCount(0)
})

test('a person whose access has ended finds the export there', tagged('D6'), async () => {
  as({ ...registeredMe, subscriptionStatus: 'canceled', subscriptionTier: 'platform-access' })
  serveProfile(server)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Export My Data' }).click()
  await expect(page).toHaveURL('/profile#export')
  await expect(sectionOf(page)).toBeInViewport()
})

test('an export that cannot be loaded says so and can be tried again', async () => {
  as(registeredMe)
  serveProfile(server)
  server.break(newestExport)
  await openProfile(page)
  await expect(sectionOf(page)).toContainText('We could not load your export')
  server.answer(newestExport, { export: null })
  await sectionOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(sectionOf(page).getByRole('button', { name: 'Export My Data' })).toBeVisible()
})
