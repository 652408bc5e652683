import { lazy, useState, type ComponentType } from 'react'

/**
 * Who sees a screen: everybody; people who are signed in; the same, of what is their own, whatever they pay (D178);
 * people with access, behind the subscription guard (D5); or platform admins, for everybody else it does not exist
 * (D142).
 */
export type Access = 'public' | 'signed-in' | 'own' | 'subscribed' | 'admin'

export interface Screen {
  path: string
  access: Access
  page: ComponentType
  /** Fetches its code. A file that is missing is asked for again by the page, which shows what went wrong. */
  load: () => Promise<void>
}

type LoadPage = () => Promise<{ default: ComponentType }>

function screen(path: string, access: Access, loadPage: LoadPage): Screen {
  let loaded: ComponentType | null = null
  const loadAndKeep = async () => {
    const module = await loadPage()
    loaded = module.default
    return module
  }
  const Later = lazy(loadAndKeep)
  // React keeps a fallback for at least 300 ms, so a page that is already loaded must not suspend.
  function Page() {
    const [Now] = useState(() => loaded)
    return Now ? <Now /> : <Later />
  }
  const load = async () => {
    await loadAndKeep().catch(() => undefined)
  }
  return { path, access, page: Page, load }
}

/** Every screen of the product; any other path is the not-found screen. */
export const screens: readonly Screen[] = [
  screen('/', 'public', () => import('./pages/home.tsx')),
  screen('/login', 'public', () => import('./pages/login/login.tsx')),
  screen('/register', 'public', () => import('./pages/register/register.tsx')),
  screen('/forgot-password', 'public', () => import('./pages/forgot-password.tsx')),
  screen('/reset-password', 'public', () => import('./pages/reset-password.tsx')),
  screen('/verify-email', 'public', () => import('./pages/verify-email.tsx')),
  screen('/payment-return', 'signed-in', () => import('./pages/payment-return/payment-return.tsx')),
  screen('/subscribe', 'own', () => import('./pages/subscribe.tsx')),
  screen('/profile', 'own', () => import('./pages/profile/profile.tsx')),
  screen('/marketplace', 'subscribed', () => import('./pages/marketplace/marketplace.tsx')),
  screen('/agents/:id', 'public', () => import('./pages/agent.tsx')),
  screen('/checkout', 'subscribed', () => import('./pages/checkout/checkout.tsx')),
  screen('/dashboard', 'subscribed', () => import('./pages/dashboard/dashboard.tsx')),
  screen('/dashboard/sessions', 'own', () => import('./pages/dashboard/sessions.tsx')),
  screen('/dashboard/requests', 'own', () => import('./pages/dashboard/requests.tsx')),
  screen('/dashboard/messages', 'own', () => import('./pages/dashboard/messages.tsx')),
  screen('/dashboard/sessions/:id', 'own', () => import('./pages/dashboard/session.tsx')),
  screen('/account', 'subscribed', () => import('./pages/account/account.tsx')),
  screen('/account/minutes', 'own', () => import('./pages/account/minutes.tsx')),
  screen('/account/receipts', 'own', () => import('./pages/account/receipts.tsx')),
  screen('/account/receipts/:id', 'own', () => import('./pages/account/receipt.tsx')),
  screen('/invitations', 'subscribed', () => import('./pages/invitations.tsx')),
  screen(
    '/organization-dashboard',
    'signed-in',
    () => import('./pages/organization-dashboard/organization-dashboard.tsx'),
  ),
  screen('/organizations', 'signed-in', () => import('./pages/organizations/organizations.tsx')),
  screen('/organization-info', 'public', () => import('./pages/organization-info.tsx')),
  screen('/calculator', 'public', () => import('./pages/calculator.tsx')),
  screen('/package-builder', 'public', () => import('./pages/package-builder.tsx')),
  ...['/organization-register', '/organization-register-simple'].map((path) =>
    screen(path, 'public', () => import('./pages/organization-register/variant.tsx')),
  ),
  screen('/organization-register-simplified', 'public', () => import('./pages/organization-register/simplified.tsx')),
  screen('/organization-checkout', 'public', () => import('./pages/organization-checkout/organization-checkout.tsx')),
  screen('/organization-success', 'public', () => import('./pages/organization-success/organization-success.tsx')),
  screen('/organization-signup', 'public', () => import('./pages/organization-signup/organization-signup.tsx')),
  screen('/join/:uniqueLink', 'public', () => import('./pages/join/join.tsx')),
  screen('/o/:slug', 'public', () => import('./pages/branded-app/home.tsx')),
  screen('/o/:slug/agents', 'public', () => import('./pages/branded-app/agents.tsx')),
  screen('/admin', 'admin', () => import('./pages/admin/admin.tsx')),
  screen('/admin/settings', 'admin', () => import('./pages/admin/settings/settings.tsx')),
  screen('/help', 'public', () => import('./pages/help.tsx')),
  screen('/about', 'public', () => import('./pages/about.tsx')),
  screen('/contact', 'public', () => import('./pages/contact.tsx')),
  screen('/status', 'public', () => import('./pages/status.tsx')),
  screen('/docs/api', 'public', () => import('./pages/docs/api.tsx')),
  screen('/privacy-policy', 'public', () => import('./pages/privacy-policy.tsx')),
  screen('/terms-of-service', 'public', () => import('./pages/terms-of-service.tsx')),
]

/** Organizations' own apps bring their own header and footer. */
export function hasOwnFrame(path: string): boolean {
  return /^\/o\/[^/]+(\/agents)?\/?$/.test(path)
}

export const NotFound = lazy(() => import('./pages/not-found.tsx'))

/** The screen of an address, such as `/agents/7`. */
export function screenAt(address: string): Screen | undefined {
  return screens.find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(address))
}

/** Fetches the screens that a signed-in person goes back and forth between, so that no change of screen waits. */
export async function preloadScreens(): Promise<void> {
  const isEveryday = ({ access }: Screen) => access === 'subscribed' || access === 'own'
  await Promise.all(screens.filter(isEveryday).map(({ load }) => load()))
}
