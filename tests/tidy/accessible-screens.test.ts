import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')

/** The test, below tests/, that checks the accessibility of each screen: light and dark, at 320 px and wide. */
const checked: Record<string, string> = {
  '/': 'pages/visitors/landing',
  '/login': 'pages/frame/looks',
  '/register': 'pages/frame/looks',
  '/forgot-password': 'pages/frame/looks',
  '/reset-password': 'pages/frame/looks',
  '/verify-email': 'pages/frame/looks',
  '/payment-return': 'pages/billing/paying/looks',
  '/subscribe': 'pages/billing/paying/looks',
  '/profile': 'pages/frame/looks',
  '/profile/memory': 'pages/results/memory',
  '/marketplace': 'pages/frame/looks',
  '/agents/:id': 'pages/agents/agent',
  '/checkout': 'pages/frame/looks',
  '/dashboard': 'pages/conversations/dashboard',
  '/dashboard/sessions': 'pages/conversations/conversations',
  '/dashboard/requests': 'pages/agents/requests',
  '/dashboard/messages': 'pages/messages/messages',
  '/dashboard/next-steps': 'pages/results/next-steps',
  '/next-steps/done': 'pages/results/reminders',
  '/dashboard/sessions/:id': 'pages/conversations/conversation',
  '/dashboard/hours-saved': 'pages/results/own-month',
  '/account': 'pages/billing/account/overview',
  '/account/minutes': 'pages/billing/account/minutes',
  '/account/receipts': 'pages/frame/without-access',
  '/account/receipts/:id': 'pages/billing/account/receipt',
  '/invitations': 'pages/organizations/members/invitations',
  '/organization-checkout': 'pages/organizations/orders/checkout',
  '/organization-success': 'pages/organizations/orders/success',
  '/organization-dashboard': 'pages/organizations/dashboard',
  '/organizations': 'pages/organizations/organizations',
  '/admin': 'pages/admin/user-money',
  '/admin/users/:id': 'pages/admin/customers/customer',
  '/admin/organizations/:id': 'pages/admin/customers/organization-customer',
  '/admin/payments': 'pages/admin/payments/looks',
  '/admin/payments/:id': 'pages/admin/payments/looks',
  '/admin/payments/disputes/:id': 'pages/admin/payments/looks',
  '/admin/audit': 'pages/admin/settings',
  '/admin/settings': 'pages/admin/settings',
  '/organization-info': 'pages/organizations/orders/info',
  '/calculator': 'pages/organizations/orders/prices',
  '/package-builder': 'pages/organizations/orders/prices',
  '/organization-register': 'pages/organizations/orders/register',
  '/organization-register-simplified': 'pages/organizations/orders/register',
  '/organization-signup': 'pages/organizations/members/signup',
  '/join/:uniqueLink': 'pages/organizations/members/join',
  '/o/:slug': 'pages/organizations/app/home',
  '/o/:slug/agents': 'pages/organizations/app/members',
  '/help': 'pages/visitors/small-pages',
  '/about': 'pages/visitors/small-pages',
  '/contact': 'pages/visitors/small-pages',
  '/hours-saved': 'pages/visitors/small-pages',
  '/status': 'pages/visitors/small-pages',
  '/docs/api': 'pages/visitors/small-pages',
  '/privacy-policy': 'pages/visitors/legal',
  '/terms-of-service': 'pages/visitors/legal',
}

/** Other paths of a listed screen. */
const aliases = ['/organization-register-simple']

const [, list = ''] = /const screens[^=]*= \[\n(.*?)\n\]/s.exec(read('web/app/routes.tsx')) ?? []
const screens = [...list.matchAll(/'(\/[^']*)'/g)].map(([, screen = '']) => screen)

describe('the accessibility checks', () => {
  it('cover every screen of the product', () => {
    expect(screens.length).toBeGreaterThan(20)
    expect(Object.keys(checked).concat(aliases).toSorted()).toEqual(screens.toSorted())
  })

  it.each(Object.entries(checked))('%s is checked in %s.spec.ts', (screen, spec) => {
    const text = read(`tests/${spec}.spec.ts`)
    expect(text).toContain('expectAccessible(page')
    const [fixed = ''] = screen.split(':')
    // This spec opens its screen through `openAccount`.
    const visited =
      spec === 'pages/billing/account/overview' ? text + read('tests/pages/billing/account/account.ts') : text
    expect(visited).toMatch(new RegExp(`['"\`]${fixed}${screen.includes(':') ? '' : String.raw`['"\`?]`}`))
  })
})
