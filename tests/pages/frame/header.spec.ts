import { logout } from '#contract/identity/current-user.ts'
import { adminMe, as, comeBack, expect, expectRow, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveGuardedScreens } from './frame.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 720 }
/** What the menu has for everybody who is signed in. */
const everybodys = ['Marketplace', 'Dashboard', 'Add Credits', 'Next steps']
const ivy = { ...subscriberMe, firstName: 'Ivy' }

test('a visitor sees tagline, Login and Get Started; the logo leads home', tagged('S041 S049 S050 D159'), async () => {
  await page.goto('/terms-of-service')
  const header = page.getByRole('banner')
  await expect(header.getByText('Learn. Understand. Navigate. Apply.')).toBeVisible()
  await expect(header.getByText(/minutes|credits/)).toHaveCount(0)
  await header.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await header.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/register')
  await header.getByRole('link', { name: 'Luna, home' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/organization-info')
  await expect(header.getByRole('link', { name: 'Invited Users' })).toHaveAttribute('href', '/organization-signup')
  await expect(header.getByRole('link', { name: 'Get Started' })).toHaveCount(0)
  await header.getByRole('link', { name: 'Calculate Your Price' }).click()
  await expect(page.getByRole('heading', { name: 'Your price, to the cent' })).toBeInViewport()
})

test('a visitor finds agents, prices and what organizations get in the header', async () => {
  await page.goto('/about')
  const main = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveText(['Agents', 'Pricing', 'For organizations'])
  await main.getByRole('link', { name: 'Agents' }).click()
  await expect(page).toHaveURL('/#agents')
  await expect(page.getByRole('heading', { name: 'Meet the agents' })).toBeInViewport()
  await main.getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Pay for the minutes you talk' })).toBeInViewport()
  await main.getByRole('link', { name: 'For organizations' }).click()
  await expect(page).toHaveURL('/organization-info')
  await expect(main.getByRole('link', { name: 'For organizations' })).toHaveAttribute('aria-current', 'page')
})

test('where people register or pay, the header leads nowhere else', tagged('D173'), async () => {
  const header = page.getByRole('banner')
  for (const path of ['/register', '/organization-register']) {
    await page.goto(path)
    await expect(header.getByText('Learn. Understand. Navigate. Apply.')).toBeVisible()
    await expect(header.getByRole('link')).toHaveCount(1)
    await page.setViewportSize(phone)
    await expect(header.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
    await page.setViewportSize(desktop)
  }
  as(ivy)
  serveGuardedScreens(server, ivy)
  await page.goto('/checkout')
  await expect(header.getByRole('button', { name: '150 minutes' })).toBeVisible()
  await expect(header.getByRole('link')).toHaveCount(1)
  await header.getByRole('button', { name: 'Ivy' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
})

test('on a phone a visitor has a menu that opens and closes', tagged('S051 S052 D159'), async () => {
  await page.setViewportSize(phone)
  await page.goto('/')
  const header = page.getByRole('banner')
  const menu = header.getByRole('navigation', { name: 'Menu' })
  await header.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu.getByRole('link')).toHaveText(['Get Started', 'Log In', 'Organization Users'])
  await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Agents',
    'Pricing',
    'For organizations',
  ])
  await header.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
  await header.getByRole('button', { name: 'Open menu' }).click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await header.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/login')
  await expect(menu).toBeHidden()
})

test('on a phone a visitor of the organization page has the same menu', tagged('S050 S051'), async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/organization-info')
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'Open menu' }).click()
  await expect(header.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveText([
    'Get Started',
    'Log In',
    'Organization Users',
  ])
  await header.getByRole('link', { name: 'Organization Users' }).click()
  await expect(page).toHaveURL('/organization-signup')
})

test('a person sees navigation, balance and the account menu (S007, S042, S043, S044, S045, S046, S047, S048, S054, D159)', async () => {
  as(ivy)
  serveGuardedScreens(server, ivy)
  await page.goto('/account')
  const header = page.getByRole('banner')
  const main = header.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Marketplace' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(main.getByRole('link', { name: 'Marketplace' })).toHaveAttribute('aria-current', 'page')
  await main.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await header.getByRole('link', { name: 'Add Credits' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(header.getByRole('link', { name: 'Admin Portal' })).toHaveCount(0)
  await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0)

  await header.getByRole('button', { name: '150 minutes' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('1 credit = 1 minute')
  await expect(panel).toContainText('120 minutes')
  await expect(panel).toContainText('30 minutes')
  await page.keyboard.press('Escape')

  const items = ['Dashboard', 'Next steps', 'Account', 'Profile & security', 'Add Credits', 'Marketplace', 'Sign Out']
  await header.getByRole('button', { name: 'Ivy' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(items)
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page).toHaveURL('/account')
  await expect(header.getByRole('button', { name: 'Ivy' }).getByRole('img')).toHaveCount(0)

  const face = '/agents/mindset-coach.svg'
  as({ ...ivy, firstName: '', profileImageUrl: face })
  await comeBack(page)
  const trigger = header.getByRole('button', { name: 'Account' })
  await expect(trigger.locator('img')).toHaveAttribute('src', face)
})

test('a platform admin has the Admin Portal and no Account item', tagged('S045 S048 S200'), async () => {
  as(adminMe)
  serveGuardedScreens(server, adminMe)
  await page.goto('/dashboard')
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'Ada' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Dashboard',
    'Next steps',
    'Profile & security',
    'Add Credits',
    'Marketplace',
    'Sign Out',
  ])
  await page.keyboard.press('Escape')
  await expect(header.getByRole('link', { name: 'Admin Portal' })).toHaveAttribute('href', '/admin')
})

test('the balance is whole or has two decimals, the same everywhere', tagged('S043 S055 S306 D160'), async () => {
  const balanceOf = (minutes: number) => ({
    ...subscriberMe,
    creditBalance: minutes,
    balanceSeconds: Math.floor(minutes * 60),
    monthlyCredits: 0,
    purchasedCredits: minutes,
  })
  as(subscriberMe)
  serveGuardedScreens(server, balanceOf(12.345))
  await page.goto('/dashboard')
  const header = page.getByRole('banner')
  for (const [minutes, text] of [
    [60, '60 minutes'],
    [59.5, '59.50 minutes'],
    [12.345, '12.35 minutes'],
  ] as const) {
    as(balanceOf(minutes))
    await comeBack(page)
    await expect(header.getByRole('button', { name: text })).toBeVisible()
  }
  await expect(page.getByRole('main')).toContainText('12.35')
  for (const path of ['/account', '/checkout']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(/12\.35\sminutes/)
  }
})

test('on a phone a person finds everything in the menu', tagged('S052 D159'), async () => {
  await page.setViewportSize(phone)
  as({ ...subscriberMe, firstName: 'Mona' })
  serveGuardedScreens(server, subscriberMe)
  await page.goto('/marketplace')
  const header = page.getByRole('banner')
  const menu = header.getByRole('navigation', { name: 'Menu' })
  await header.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu).toContainText('150 minutes')
  await expect(menu.getByRole('link')).toHaveText([...everybodys, 'Account', 'Profile & security'])
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(menu).toBeHidden()
  await header.getByRole('button', { name: 'Open menu' }).click()
  server.answer(logout, () => {
    as(null)
    return { success: true as const }
  })
  await menu.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expectRow(page, 'S272')
  expect(server.asked(logout)).toHaveLength(1)
})

test('on a phone an admin finds the Admin Portal and no Account; the keyboard opens and leaves the menu (S045, S048, S052, D159)', async () => {
  await page.setViewportSize(phone)
  as(adminMe)
  serveGuardedScreens(server, adminMe)
  await page.goto('/dashboard')
  const header = page.getByRole('banner')
  const menu = header.getByRole('navigation', { name: 'Menu' })
  await header.getByRole('button', { name: 'Open menu' }).press('Enter')
  await expect(menu.getByRole('link')).toHaveText([...everybodys, 'Profile & security', 'Admin Portal'])
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Marketplace' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(header.getByRole('button', { name: 'Open menu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('link', { name: 'Admin Portal' })).toHaveAttribute('href', '/admin')
})
