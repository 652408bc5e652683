import { expect, ownerMe, page, server, subscriberMe, test } from '#tests/pages.ts'
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
        'the sheet of a phone': async () => {
          await page.setViewportSize(phone)
          await page.getByRole('button', { name: 'You' }).click()
          await expect(page.getByRole('dialog')).toBeVisible()
        },
      },
    },
    {
      at: '/marketplace',
      me: overdue,
      serve: () => serveGuardedScreens(server, overdue),
      title: 'Agent Marketplace',
      ready: () => expect(page.getByText('Payment failed. Please fix it by Nov 21, 2026.')).toBeVisible(),
      states: {
        'access over': { me: { ...overdue, ...ended }, shows: ['link', /^Fix payment$/i] },
        canceled: {
          me: { ...subscriberMe, ...ended, subscriptionStatus: 'canceled' },
          shows: ['link', /^Reactivate$/],
        },
        'organization ended': {
          me: { ...ownerMe, ...without },
          shows: ['heading', "Your organization's access has ended."],
        },
        unpaid: {
          me: { ...ownerMe, ...without, isOrganizationUnpaid: true },
          shows: ['heading', "Acme Consulting hasn't paid yet"],
        },
      },
    },
  ],
})

for (const look of looks) test(...look)
