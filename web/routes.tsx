import { lazy, type ComponentType } from 'react'

/**
 * Who sees a screen: everybody; people who are signed in; or people with access, behind the subscription guard (D5).
 */
export type Access = 'public' | 'signed-in' | 'subscribed'

export interface Screen {
  path: string
  access: Access
  page: ComponentType
}

/** Every screen of the product; any other path is the not-found screen. */
export const screens: readonly Screen[] = [
  { path: '/', access: 'public', page: lazy(() => import('./pages/home.tsx')) },
  { path: '/login', access: 'public', page: lazy(() => import('./pages/login.tsx')) },
  { path: '/register', access: 'public', page: lazy(() => import('./pages/register/register.tsx')) },
  { path: '/forgot-password', access: 'public', page: lazy(() => import('./pages/forgot-password.tsx')) },
  { path: '/reset-password', access: 'public', page: lazy(() => import('./pages/reset-password.tsx')) },
  { path: '/verify-email', access: 'public', page: lazy(() => import('./pages/verify-email.tsx')) },
  { path: '/payment-return', access: 'signed-in', page: lazy(() => import('./pages/payment-return.tsx')) },
  { path: '/marketplace', access: 'subscribed', page: lazy(() => import('./pages/marketplace.tsx')) },
  { path: '/checkout', access: 'subscribed', page: lazy(() => import('./pages/checkout.tsx')) },
  { path: '/dashboard', access: 'subscribed', page: lazy(() => import('./pages/dashboard/dashboard.tsx')) },
  { path: '/dashboard/sessions', access: 'subscribed', page: lazy(() => import('./pages/dashboard/sessions.tsx')) },
  { path: '/account', access: 'subscribed', page: lazy(() => import('./pages/account.tsx')) },
  { path: '/privacy-policy', access: 'public', page: lazy(() => import('./pages/privacy-policy.tsx')) },
  { path: '/terms-of-service', access: 'public', page: lazy(() => import('./pages/terms-of-service.tsx')) },
]

export const NotFound = lazy(() => import('./pages/not-found.tsx'))
