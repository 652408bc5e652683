import { publicConfig } from '#contract/settings/platform.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { banner, button, comeBack, heading, main } from '#tests/components/words.ts'
import { serveGuardedScreens } from '#tests/pages/frame/frame.ts'
import { adminMe, config, subscriberMe } from '#tests/pages/people.ts'

const ivy = { ...subscriberMe, firstName: 'Ivy' }
const navigation = () => banner().getByRole('navigation', { name: 'Main' })
const link = (name: string) => banner().getByRole('link', { name })

/** What both footers link to, and what else when its address is set. */
const ownLinks = {
  'Custom Agents': '/organization-info',
  'API Documentation': '/docs/api',
  'System Status': '/status',
  'Help Center': '/help',
  'Contact Support': '/contact',
  'About Us': '/about',
  'Privacy Policy': '/privacy-policy',
  'Terms of Use': '/terms-of-service',
}
const setLinks = {
  Community: 'https://community.example/luna',
  Careers: 'https://jobs.example',
  'Luna on LinkedIn': 'https://social.example/in',
  'Luna on X': 'https://social.example/x',
  'Luna on YouTube': 'https://social.example/yt',
}

beforeEach(() => serveGuardedScreens(server, ivy))

const around = 'S041 S049 S050 S056 S057 S058 D155 D159'

it('header and footer have their links, and no empty ones', tags(around), async () => {
  await page.goto('/terms-of-service')
  await expect(banner()).toContainText('Learn. Understand. Navigate. Apply.')
  await expect(banner().getByText(/minutes|credits/)).toHaveCount(0)
  for (const [name, href] of [
    ['Login', '/login'],
    ['Get Started', '/register'],
    ['Luna, home', '/'],
  ] as const)
    await expect(link(name)).toHaveAttribute('href', href)
  await expect(navigation().getByRole('link')).toHaveText(['Agents', 'Pricing', 'For organizations'])
  await navigation().getByRole('link', { name: 'For organizations' }).click()
  await expect(page).toHaveURL('/organization-info')

  const footer = page.getByRole('contentinfo')
  const social = ['linkedin', 'x', 'youtube'].map((name, at) => [name, Object.values(setLinks)[at + 2]])
  const given = {
    communityUrl: setLinks.Community,
    careersUrl: setLinks.Careers,
    socialLinks: Object.fromEntries(social),
  }
  for (const me of [null, ivy]) {
    as(me)
    for (const settings of [{}, given]) {
      server.answer(publicConfig, { ...config, ...settings })
      await page.goto('/contact')
      await expect(main().getByRole('link', { name: 'help@luna.test' })).toBeVisible()
      await expect(footer.getByText('Luna is made by a digital company.')).toBeVisible()
      const links = settings === given ? { ...ownLinks, ...setLinks } : ownLinks
      await expect(footer.getByRole('link')).toHaveCount(Object.keys(links).length)
      for (const [name, address] of Object.entries(links))
        await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
    }
  }
})

it('where people register or pay, the header leads nowhere else', tags('D173'), async () => {
  for (const path of ['/register', '/organization-register']) {
    await page.goto(path)
    await expect(banner()).toContainText('Learn. Understand. Navigate. Apply.')
    await expect(navigation()).toHaveCount(0)
    await expect(banner().getByRole('button', { name: 'Open menu' })).toHaveCount(0)
  }
  as(ivy)
  await page.goto('/checkout')
  await expect(button('150 minutes')).toBeVisible()
  await expect(navigation()).toHaveCount(0)
  await button('Ivy').click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
})

it('a person sees navigation, balance and menu', tags('S007 S042 S043 S044 S045 S046 S047 S048 S054'), async () => {
  as(ivy)
  await page.goto('/account')
  for (const [name, path] of [
    ['Marketplace', '/marketplace'],
    ['Dashboard', '/dashboard'],
  ] as const) {
    await navigation().getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(navigation().getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  await link('Add Credits').click()
  await expect(page).toHaveURL('/checkout')
  for (const name of ['Admin Portal', 'Login']) await expect(link(name)).toHaveCount(0)
  await button('150 minutes').click()
  for (const text of ['1 credit = 1 minute', '120 minutes', '30 minutes'])
    await expect(page.getByRole('dialog')).toContainText(text)
  await page.keyboard.press('Escape')

  const items = ['Dashboard', 'Next steps', 'Account', 'Profile & security', 'Add Credits', 'Marketplace', 'Sign Out']
  await button('Ivy').click()
  await expect(page.getByRole('menuitem')).toHaveText(items)
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page).toHaveURL('/account')
  await expect(button('Ivy').getByRole('img')).toHaveCount(0)
  const profileImageUrl = '/agents/mindset-coach.svg'
  as({ ...ivy, firstName: '', profileImageUrl })
  comeBack()
  await expect(banner().getByRole('button', { name: 'Account' }).locator('img')).toHaveAttribute('src', profileImageUrl)

  as(adminMe)
  await page.goto('/dashboard')
  await button('Ada').click()
  await expect(page.getByRole('menuitem')).toHaveText(items.filter((item) => item !== 'Account'))
  await page.keyboard.press('Escape')
  await expect(link('Admin Portal').first()).toHaveAttribute('href', '/admin')
})

it('the balance is whole or has two decimals, the same everywhere', tags('S043 S055 S306 D160'), async () => {
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
  await expect(heading('Your Dashboard')).toBeVisible()
  for (const [minutes, text] of [
    [60, '60 minutes'],
    [59.5, '59.50 minutes'],
    [12.345, '12.35 minutes'],
  ] as const) {
    as(balanceOf(minutes))
    comeBack()
    await expect(button(text)).toBeVisible()
  }
  await expect(main()).toContainText('12.35')
  for (const path of ['/account', '/checkout']) {
    await page.goto(path)
    await expect(main()).toContainText(/12\.35\sminutes/)
  }
})
