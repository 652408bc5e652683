import { lazy } from 'react'
import { type LatePage, latePage, type LoadPage } from '#web/kit/late-page.tsx'

/**
 * Who sees a screen: everybody; people who are signed in; the same for their own data, with or without access (D178);
 * people with access, behind the subscription guard (D5); or platform admins, and for everybody else it does not exist
 * (D142).
 */
export type Access = 'public' | 'signed-in' | 'own' | 'subscribed' | 'admin'

export interface Screen extends LatePage {
  path: string
  access: Access
}

function screen(path: string, access: Access, loadPage: LoadPage): Screen {
  return { path, access, ...latePage(loadPage) }
}

/** Every screen of the product; any other path is the not-found screen. */
export const screens: readonly Screen[] = [
  screen('/', 'public', () => import('./home.tsx')),
  screen('/login', 'public', () => import('#web/screens/identity/sign-in/login.tsx')),
  screen('/register', 'public', () => import('#web/screens/billing/register/register.tsx')),
  screen('/forgot-password', 'public', () => import('#web/screens/identity/sign-in/forgot-password.tsx')),
  screen('/reset-password', 'public', () => import('#web/screens/identity/sign-in/reset-password.tsx')),
  screen('/verify-email', 'public', () => import('#web/screens/identity/sign-in/verify-email.tsx')),
  screen('/payment-return', 'signed-in', () => import('#web/screens/billing/payment-return.tsx')),
  screen('/subscribe', 'own', () => import('#web/screens/billing/subscription/subscribe.tsx')),
  screen('/profile', 'own', () => import('#web/screens/identity/profile/profile.tsx')),
  screen('/profile/memory', 'own', () => import('#web/screens/results/memory/memory.tsx')),
  screen('/marketplace', 'subscribed', () => import('#web/screens/agents/marketplace/marketplace.tsx')),
  screen('/agents', 'public', () => import('#web/screens/agents/public-agents.tsx')),
  screen('/agents/:id', 'public', () => import('#web/screens/agents/agent.tsx')),
  screen('/checkout', 'subscribed', () => import('#web/screens/billing/checkout/checkout.tsx')),
  screen('/dashboard', 'subscribed', () => import('#web/screens/conversations/dashboard/dashboard.tsx')),
  screen('/dashboard/sessions', 'own', () => import('#web/screens/conversations/conversations.tsx')),
  screen('/dashboard/requests', 'own', () => import('#web/screens/agents/requests/requests.tsx')),
  screen('/messages', 'own', () => import('#web/screens/messages/messages.tsx')),
  screen('/dashboard/messages', 'own', () => import('#web/screens/messages/messages.tsx')),
  screen('/dashboard/next-steps', 'own', () => import('#web/screens/results/next-steps/next-steps.tsx')),
  screen('/next-steps/done', 'public', () => import('#web/screens/results/next-steps/done.tsx')),
  screen('/mails/stop', 'public', () => import('#web/screens/messages/stop-mails.tsx')),
  screen('/dashboard/sessions/:id', 'own', () => import('#web/screens/conversations/conversation.tsx')),
  screen('/account', 'subscribed', () => import('#web/screens/billing/account/account.tsx')),
  screen('/account/minutes', 'own', () => import('#web/screens/billing/account/minutes.tsx')),
  screen('/account/receipts', 'own', () => import('#web/screens/billing/account/history.tsx')),
  screen('/account/receipts/:id', 'own', () => import('#web/screens/billing/account/receipt.tsx')),
  screen('/invitations', 'subscribed', () => import('#web/screens/identity/invitations/invitations.tsx')),
  screen('/organization-dashboard', 'signed-in', () => import('#web/screens/organizations/dashboard/dashboard.tsx')),
  screen('/organizations', 'signed-in', () => import('#web/screens/organizations/management/organizations.tsx')),
  screen('/organization-info', 'public', () => import('#web/screens/visitors/organization-info/organization-info.tsx')),
  screen('/calculator', 'public', () => import('#web/screens/organizations/prices/calculator.tsx')),
  screen('/package-builder', 'public', () => import('#web/screens/organizations/prices/package-builder.tsx')),
  screen('/organization-register', 'public', () => import('#web/screens/organizations/register/variant.tsx')),
  screen('/organization-register-simple', 'public', () => import('#web/screens/organizations/register/variant.tsx')),
  screen(
    '/organization-register-simplified',
    'public',
    () => import('#web/screens/organizations/register/simplified.tsx'),
  ),
  screen('/organization-checkout', 'public', () => import('#web/screens/organizations/checkout/checkout.tsx')),
  screen('/organization-success', 'public', () => import('#web/screens/organizations/success/success.tsx')),
  screen('/organization-signup', 'public', () => import('#web/screens/organizations/signup/signup.tsx')),
  screen('/join/:uniqueLink', 'public', () => import('#web/screens/organizations/join/join.tsx')),
  screen('/o/:slug', 'public', () => import('#web/screens/organizations/app/home.tsx')),
  screen('/o/:slug/agents', 'public', () => import('#web/screens/organizations/app/agents.tsx')),
  screen('/admin', 'admin', () => import('#web/screens/admin/panel.tsx')),
  screen('/admin/overview', 'admin', () => import('#web/screens/admin/panel.tsx')),
  screen('/admin/audit', 'admin', () => import('#web/screens/admin/panel.tsx')),
  screen('/admin/payments', 'admin', () => import('#web/screens/admin/panel.tsx')),
  screen('/admin/payments/disputes/:id', 'admin', () => import('#web/screens/admin/panel.tsx')),
  screen('/admin/payments/:id', 'admin', () => import('#web/screens/admin/panel.tsx')),
  screen('/admin/users/:id', 'admin', () => import('#web/screens/admin/panel.tsx')),
  screen('/admin/organizations/:id', 'admin', () => import('#web/screens/admin/panel.tsx')),
  screen('/admin/settings', 'admin', () => import('#web/screens/admin/panel.tsx')),
  screen('/help', 'public', () => import('#web/screens/visitors/help/help.tsx')),
  screen('/about', 'public', () => import('#web/screens/visitors/about.tsx')),
  screen('/contact', 'public', () => import('#web/screens/visitors/contact.tsx')),
  screen('/hours-saved', 'public', () => import('#web/screens/visitors/hours-saved.tsx')),
  screen('/status', 'public', () => import('#web/screens/visitors/status/status.tsx')),
  screen('/docs/api', 'public', () => import('#web/screens/visitors/docs/api.tsx')),
  screen('/docs/api/:area', 'public', () => import('#web/screens/visitors/docs/api.tsx')),
  screen('/privacy-policy', 'public', () => import('#web/screens/visitors/privacy-policy.tsx')),
  screen('/terms-of-service', 'public', () => import('#web/screens/visitors/terms-of-service.tsx')),
]

export const NotFound = lazy(() => import('#web/screens/frame/not-found.tsx'))

/** Returns the screen of an address, such as `/agents/7`. */
export function screenAt(address: string): Screen | undefined {
  return screens.find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(address))
}

/** Fetches the screens that signed-in people move between, one after the other, on a fast line that costs nothing. */
export async function preloadScreens(isWanted: () => boolean): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  // Browsers that say nothing about the line may be on a phone.
  if (!connection || connection.saveData || connection.effectiveType !== '4g') return
  for (const { access, load } of screens) {
    if (!isWanted()) return
    if (access === 'subscribed' || access === 'own') await load()
  }
}
