import { publicBrandedApp } from '#contract/organizations/app/branded-app.ts'
import { as, expect, ownerMe, page, server, tagged, test } from '#tests/pages.ts'
import { acmeApp, home, serveApp } from './app.ts'

/** /o/{slug}/: an organization's app as everybody sees it. */

// No worker exists here.
test.use({ expectedNoise: /when fetching the script/ })

const agents = () => page.getByRole('list', { name: 'Our agents' }).getByRole('article')

test('a visitor sees the organization and its agents, and signs in to start', tagged('D139 D141'), async () => {
  serveApp(server)
  await page.goto(home)
  await expect(page).toHaveTitle('App of Acme Consulting')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('App of Acme Consulting')
  const main = page.getByRole('main')
  await expect(main.getByText('Harbors that run by themselves')).toBeVisible()
  await expect(main.getByText('Talk it over with us.')).toBeVisible()
  await expect(agents().getByRole('heading')).toHaveText(['Hiring Partner', 'Mindset Coach'])
  await expect(agents().first()).toContainText('Featured')
  await expect(agents().last()).not.toContainText('Featured')
  const contact = page.getByRole('list', { name: 'Contact' }).getByRole('link')
  await expect(contact).toHaveText(['hello@harbor.test', '+49 40 123', 'harbor.test'])
  await expect(contact.nth(1)).toHaveAttribute('href', 'tel:+4940123')
  // Its own frame, in its color, with nothing of the product's.
  await expect(page.getByRole('link', { name: 'Luna, home' })).toHaveCount(0)
  const start = page.getByRole('link', { name: 'Start Conversation: Mindset Coach' })
  await expect(start).toHaveCSS('background-color', 'rgb(15, 118, 110)')
  expect(server.asked(publicBrandedApp).map(({ params }) => params)).toEqual([{ slug: 'acme-consulting' }])

  await start.click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`${home}agents?talk=${acmeApp.agents[1]?.id}`)}`)
})

test('the browser installs the app when it offers to, and iPhones show how', tagged('S389 D139'), async () => {
  serveApp(server)
  await page.goto(home)
  await expect(page.getByRole('link', { name: 'Start Talking' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Install App' })).toHaveCount(0)
  // Headless browsers never offer it by themselves.
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.title = 'asked'
        return { outcome: 'accepted' }
      },
    })
    window.dispatchEvent(offer)
  })
  await page.getByRole('button', { name: 'Install App' }).click()
  await expect(page).toHaveTitle('asked')
  await expect(page.getByRole('button', { name: 'Install App' })).toHaveCount(0)

  // iPhones never offer it, and show how to install it.
  await page.addInitScript(() => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
    Object.defineProperty(navigator, 'userAgent', { value: userAgent })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(home)
  const hint = page.getByText('To install App of Acme Consulting, tap Share, then “Add to Home Screen”.')
  await expect(hint).toBeVisible()

  // Nobody installs a draft.
  as(ownerMe)
  serveApp(server, { ...acmeApp, isPublished: false })
  await page.goto(home)
  await expect(page.getByText('This is a draft')).toBeVisible()
  await expect(hint).toHaveCount(0)
})
