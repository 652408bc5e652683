import { as, expect, ownerMe, page, server, subscriberMe, test } from '#tests/pages.ts'
import { serveGuardedScreens } from '../pages/frame/frame.ts'
import { looksOf } from './look.ts'

const phone = { width: 390, height: 844 }
const ended = { hasAccess: false, creditBalance: 120, balanceSeconds: 7200, monthlyCredits: 0, monthlyEndsAt: null }
const overdue = { ...subscriberMe, subscriptionStatus: 'past_due', graceEndsAt: '2026-11-21T08:00:00.000Z' }
const without = { hasAccess: false, hasOrganizationAccess: false }

const looks = looksOf('frame', {
  '*': [
    {
      at: '/nowhere',
      me: { ...subscriberMe, unreadMessages: 1 },
      title: 'Page Not Found',
      states: {
        'the sheet of a phone': async ({ page }) => {
          await page.setViewportSize(phone)
          await page.getByRole('button', { name: 'You' }).click()
          await expect(page.getByRole('dialog')).toBeVisible()
        },
      },
    },
    {
      at: '/marketplace',
      me: overdue,
      serve: ({ server }) => serveGuardedScreens(server, overdue),
      title: 'Agent Marketplace',
      ready: (page) => expect(page.getByText('Payment failed. Please fix it by Nov 21, 2026.')).toBeVisible(),
      states: {
        'access over': async ({ page, as }) => {
          as({ ...overdue, ...ended })
          await page.reload()
          await expect(page.getByRole('link', { name: /^Fix payment$/i })).toBeVisible()
        },
        canceled: async ({ page, as }) => {
          as({ ...subscriberMe, ...ended, subscriptionStatus: 'canceled' })
          await page.reload()
          await expect(page.getByRole('link', { name: 'Reactivate', exact: true })).toBeVisible()
        },
        'organization ended': async ({ page, as }) => {
          as({ ...ownerMe, ...without })
          await page.reload()
          await expect(page.getByRole('heading', { name: "Your organization's access has ended." })).toBeVisible()
        },
        unpaid: async ({ page, as }) => {
          as({ ...ownerMe, ...without, isOrganizationUnpaid: true })
          await page.reload()
          await expect(page.getByRole('heading', { name: "Acme Consulting hasn't paid yet" })).toBeVisible()
        },
      },
    },
  ],
})

for (const { title, details, judge } of looks) test(title, details, () => judge({ page, server, as }))
