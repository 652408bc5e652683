import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')

/** Where each screen is given to the checker of accessibility: light and dark, at 320 px and wide. */
const checked: Record<string, string> = {
  '/': 'landing',
  '/login': 'accessibility',
  '/register': 'accessibility',
  '/forgot-password': 'accessibility',
  '/reset-password': 'accessibility',
  '/verify-email': 'accessibility',
  '/payment-return': 'accessibility-payments',
  '/subscribe': 'accessibility-payments',
  '/profile': 'accessibility',
  '/marketplace': 'accessibility',
  '/agents/:id': 'agent',
  '/checkout': 'accessibility',
  '/dashboard': 'accessibility',
  '/dashboard/sessions': 'sessions',
  '/dashboard/requests': 'accessibility',
  '/dashboard/messages': 'accessibility',
  '/dashboard/sessions/:id': 'sessions',
  '/account': 'account-overview',
  '/account/minutes': 'sessions',
  '/account/receipts/:id': 'account-history',
  '/invitations': 'invitations',
  '/organization-checkout': 'organization-payment',
  '/organization-success': 'organization-payment',
  '/organization-dashboard': 'organization-dashboard',
  '/organizations': 'organizations',
  '/admin': 'admin-users',
  '/admin/settings': 'admin-settings',
  '/organization-info': 'small-pages',
  '/calculator': 'organization-prices',
  '/package-builder': 'organization-prices',
  '/organization-register': 'organization-register',
  '/organization-register-simplified': 'organization-register',
  '/organization-signup': 'organization-signup',
  '/join/:uniqueLink': 'join',
  '/o/:slug': 'branded-app',
  '/o/:slug/agents': 'branded-app',
  '/help': 'small-pages',
  '/about': 'small-pages',
  '/contact': 'small-pages',
  '/status': 'small-pages',
  '/docs/api': 'small-pages',
  '/privacy-policy': 'small-pages',
  '/terms-of-service': 'small-pages',
}

/** Another address of a screen that is in the list. */
const aliases = ['/organization-register-simple']

const [, list = ''] = /const screens[^=]*= \[\n(.*?)\n\]/s.exec(read('web/routes.tsx')) ?? []
const screens = [...list.matchAll(/'(\/[^']*)'/g)].map(([, screen = '']) => screen)

describe('the checker of accessibility', () => {
  it('knows every screen of the product', () => {
    expect(screens.length).toBeGreaterThan(20)
    expect(Object.keys(checked).concat(aliases).toSorted()).toEqual(screens.toSorted())
  })

  it.each(Object.entries(checked))('%s is looked at in %s.spec.ts', (screen, spec) => {
    const text = read(`tests/screens/${spec}.spec.ts`)
    expect(text).toContain('expectAccessible(page')
    const [fixed = ''] = screen.split(':')
    // `openAccount` goes to its own screen.
    const visited = spec === 'account-overview' ? text + read('tests/screens/account.ts') : text
    expect(visited).toMatch(new RegExp(`['"\`]${fixed}${screen.includes(':') ? '' : String.raw`['"\`?]`}`))
  })
})
