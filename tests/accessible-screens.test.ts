import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')

/** Where below tests/ each screen is given to the checker of accessibility: light and dark, at 320 px and wide. */
const checked: Record<string, string> = {
  '/': 'pages/visitors/landing',
  '/login': 'pages/frame/looks',
  '/register': 'pages/frame/looks',
  '/forgot-password': 'pages/frame/looks',
  '/reset-password': 'pages/frame/looks',
  '/verify-email': 'pages/frame/looks',
  '/payment-return': 'pages/payments/looks',
  '/subscribe': 'pages/payments/looks',
  '/profile': 'pages/frame/looks',
  '/marketplace': 'pages/frame/looks',
  '/agents/:id': 'pages/agents/agent',
  '/checkout': 'pages/frame/looks',
  '/dashboard': 'pages/home/dashboard',
  '/dashboard/sessions': 'pages/home/sessions',
  '/dashboard/requests': 'pages/home/requests',
  '/dashboard/messages': 'pages/home/messages',
  '/dashboard/sessions/:id': 'pages/home/session',
  '/account': 'pages/account/overview',
  '/account/minutes': 'pages/home/minutes',
  '/account/receipts': 'pages/frame/without-access',
  '/account/receipts/:id': 'pages/account/receipt',
  '/invitations': 'pages/joining/invitations',
  '/organization-checkout': 'pages/organization-work/checkout',
  '/organization-success': 'pages/organization-work/success',
  '/organization-dashboard': 'pages/organization-work/dashboard',
  '/organizations': 'pages/organization-work/organizations',
  '/admin': 'pages/admin/user-money',
  '/admin/settings': 'pages/admin/settings',
  '/organization-info': 'pages/organizations/info',
  '/calculator': 'pages/organizations/prices',
  '/package-builder': 'pages/organizations/prices',
  '/organization-register': 'pages/organizations/register',
  '/organization-register-simplified': 'pages/organizations/register',
  '/organization-signup': 'pages/organizations/signup',
  '/join/:uniqueLink': 'pages/joining/join',
  '/o/:slug': 'pages/branded-apps/home',
  '/o/:slug/agents': 'pages/branded-apps/members',
  '/help': 'pages/visitors/small-pages',
  '/about': 'pages/visitors/small-pages',
  '/contact': 'pages/visitors/small-pages',
  '/status': 'pages/visitors/small-pages',
  '/docs/api': 'pages/visitors/small-pages',
  '/privacy-policy': 'pages/visitors/legal',
  '/terms-of-service': 'pages/visitors/legal',
}

/** Another address of a screen that is in the list. */
const aliases = ['/organization-register-simple']

const [, list = ''] = /const screens[^=]*= \[\n(.*?)\n\]/s.exec(read('web/app/routes.tsx')) ?? []
const screens = [...list.matchAll(/'(\/[^']*)'/g)].map(([, screen = '']) => screen)

describe('the checker of accessibility', () => {
  it('knows every screen of the product', () => {
    expect(screens.length).toBeGreaterThan(20)
    expect(Object.keys(checked).concat(aliases).toSorted()).toEqual(screens.toSorted())
  })

  it.each(Object.entries(checked))('%s is looked at in %s.spec.ts', (screen, spec) => {
    const text = read(`tests/${spec}.spec.ts`)
    expect(text).toContain('expectAccessible(page')
    const [fixed = ''] = screen.split(':')
    // `openAccount` goes to its own screen.
    const visited = spec === 'pages/account/overview' ? text + read('tests/pages/account/account.ts') : text
    expect(visited).toMatch(new RegExp(`['"\`]${fixed}${screen.includes(':') ? '' : String.raw`['"\`?]`}`))
  })
})
