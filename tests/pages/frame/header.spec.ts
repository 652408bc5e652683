import { publicAgents } from '#contract/agents/agents.ts'
import { logout } from '#contract/identity/current-user.ts'
import { adminMe, as, expect, expectRow, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveGuardedScreens } from './frame.ts'

const phone = { width: 390, height: 844 }
/** The links of every person under "You". */
const everybodys = ['Add Credits', 'Next steps']

const header = () => page.getByRole('banner')
const menu = () => header().getByRole('navigation', { name: 'Menu' })
const bar = () => page.getByRole('navigation', { name: 'Main' })
const you = () => bar().getByRole('button', { name: 'You' })
const sheet = () => page.getByRole('dialog', { name: 'You' })
const button = (name: string) => header().getByRole('button', { name })

test('the links of the header lead to pages and their parts', async () => {
  server.answer(publicAgents, [])
  await page.goto('/about')
  await expect(header().getByText('Learn. Understand. Navigate. Apply.')).toBeVisible()
  const main = header().getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Agents' }).click()
  await expect(page).toHaveURL('/agents')
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible()
  await main.getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Pay for the minutes you talk' })).toBeInViewport()
  await main.getByRole('link', { name: 'For organizations' }).click()
  await expect(main.getByRole('link', { name: 'For organizations' })).toHaveAttribute('aria-current', 'page')
  await expect(header().getByRole('link', { name: 'Invited Users' })).toHaveAttribute('href', '/organization-signup')
  await expect(header().getByRole('link', { name: 'Get Started' })).toHaveCount(0)
  await header().getByRole('link', { name: 'Calculate Your Price' }).click()
  await expect(page.getByRole('heading', { name: 'Your price, to the cent' })).toBeInViewport()
})

test('on a phone a visitor has a menu that opens and closes', tagged('S050 S051 S052 D159 D173'), async () => {
  await page.setViewportSize(phone)
  await page.goto('/register')
  await expect(header().getByRole('link')).toHaveCount(1)
  await expect(button('Open menu')).toHaveCount(0)
  for (const path of ['/organization-info', '/']) {
    await page.goto(path)
    await button('Open menu').click()
    await expect(menu().getByRole('link')).toHaveText(['Get Started', 'Log In', 'Organization Users'])
  }
  await expect(header().getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Agents',
    'Pricing',
    'For organizations',
  ])
  await button('Close menu').click()
  await expect(menu()).toBeHidden()
  await button('Open menu').click()
  await page.keyboard.press('Escape')
  await expect(menu()).toBeHidden()
  await button('Open menu').click()
  await menu().getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/login')
  await expect(menu()).toBeHidden()
})

test('on a phone a person finds everything in the bar and under "You"', tagged('S045 S048 D159'), async () => {
  await page.setViewportSize(phone)
  as(adminMe)
  serveGuardedScreens(server, adminMe)
  await page.goto('/dashboard')
  await expect(button('Open menu')).toHaveCount(0)
  await expect(bar().getByRole('link')).toHaveText(['Agents', 'Dashboard', 'Messages'])
  await you().press('Enter')
  await expect(sheet().getByRole('link')).toHaveText([...everybodys, 'Profile & security', 'Admin Portal'])
  await expect(sheet().getByRole('link', { name: 'Admin Portal' })).toHaveAttribute('href', '/admin')
  await page.keyboard.press('Escape')
  await expect(sheet()).toBeHidden()

  as(subscriberMe)
  await page.goto('/marketplace')
  await you().click()
  await expect(sheet()).toContainText('150 minutes')
  await expect(sheet().getByRole('link')).toHaveText([...everybodys, 'Account', 'Profile & security'])
  await sheet().getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expectRow(page, 'S272')
  expect(server.asked(logout)).toHaveLength(1)
})
