import { expectNoSidewaysScrolling } from '../../kit/browser/accessible.ts'
import { as, expect, memberMe, ownerMe, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveGuardedScreens } from './frame.ts'

const phone = { width: 390, height: 844 }
const narrow = { width: 320, height: 640 }

test('on a phone the bar leads to agents, dashboard and messages, and says what is unread', async () => {
  await page.setViewportSize(phone)
  as({ ...subscriberMe, unreadMessages: 3 })
  serveGuardedScreens(server, subscriberMe)
  await page.goto('/about')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link')).toHaveText(['Agents', 'Dashboard', 'Messages, 3 unread messages'])
  await bar.getByRole('link', { name: 'Agents' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(bar.getByRole('link', { name: 'Agents' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(bar.getByRole('link', { name: 'Messages' })).toHaveAttribute('href', '/dashboard/messages')
  await expect(page.getByRole('banner').getByRole('button', { name: '150 minutes' })).toBeVisible()
})

test('"You" opens what the account menu holds, gives the focus back, and signs out', tagged('S047 D159'), async () => {
  await page.setViewportSize(phone)
  as({ ...subscriberMe, firstName: 'Mona' })
  serveGuardedScreens(server, subscriberMe)
  await page.goto('/about')
  const you = page.getByRole('button', { name: 'You' })
  const sheet = page.getByRole('dialog', { name: 'You' })
  await you.click()
  await expect(sheet).toContainText('Mona')
  await expect(sheet).toContainText('150 minutes')
  await expect(sheet.getByRole('link')).toHaveText(['Add Credits', 'Next steps', 'Account', 'Profile & security'])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(you).toBeFocused()
  await you.click()
  await sheet.getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL('/account')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused()
  await you.click()
  await sheet.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(you).toHaveCount(0)
})

test("people of an organization see its pool in a phone's header (S053, D159)", async () => {
  await page.setViewportSize(narrow)
  const organizationName = 'The Worshipful Company of Extraordinarily Long Names and Sons'
  for (const me of [ownerMe, memberMe]) {
    as({ ...me, organizationName })
    await page.goto('/about')
    await expect(
      page.getByRole('banner').getByRole('button', { name: `${organizationName} 500 credits` }),
    ).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }),
    ).toHaveAttribute('href', '/organization-dashboard')
    await expectNoSidewaysScrolling(page)
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(64)
  }
})

test('the bar covers nothing, and is not there where people pay or on wide screens', tagged('D173'), async () => {
  await page.setViewportSize(narrow)
  as(subscriberMe)
  serveGuardedScreens(server, subscriberMe)
  await page.goto('/about')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar).toBeVisible()
  const last = page.getByRole('contentinfo').getByRole('radio').last().locator('..')
  await last.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [lowest, top] = [await last.boundingBox(), (await bar.boundingBox())?.y]
  expect(lowest!.y + lowest!.height).toBeLessThanOrEqual(top!)

  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Buy Credits' })).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/about')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Agents' })).toHaveCount(0)
})
