import { checkerNoise, expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { enter, registered, subscriber } from './people.ts'
import { becomeTalker } from './talkers.ts'
import { openAgent } from './talking.ts'

test.use({ expectedNoise: checkerNoise })

test('screens for everybody', async ({ page }) => {
  for (const path of ['/', '/login', '/register', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test('the steps of registration that pay', async ({ page, context }) => {
  await enter(context, await registered())
  await page.goto('/register')
  await expect(page.getByRole('radio', { name: /uplift/i })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: /\$27\.97/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expectAccessible(page)
})

test('screens of a subscriber', async ({ page, context }) => {
  await enter(context, await subscriber())
  for (const path of [
    '/marketplace',
    '/dashboard',
    '/dashboard/requests',
    '/dashboard/messages',
    '/checkout',
    '/account',
    '/profile',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
  }
})

test('the voice dialog: ready, talking, recap (D88-D90)', async ({ page }) => {
  await becomeTalker(page, { agreed: false })
  const dialog = await openAgent(page)
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'I agree' }).check()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
  await expectAccessible(page)
})
