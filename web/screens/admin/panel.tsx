import type { ComponentType } from 'react'
import { Route, Switch } from 'wouter'
import { latePage } from '#web/kit/late-page.tsx'

const pages: Record<string, ComponentType> = {
  '/admin': latePage(() => import('./admin.tsx')).Page,
  '/admin/overview': latePage(() => import('./overview/overview.tsx')).Page,
  '/admin/audit': latePage(() => import('./audit/audit.tsx')).Page,
  '/admin/payments': latePage(() => import('./payments/payments.tsx')).Page,
  '/admin/payments/disputes/:id': latePage(() => import('./payments/disputes.tsx')).Page,
  '/admin/payments/:id': latePage(() => import('./payments/payment.tsx')).Page,
  '/admin/users/:id': latePage(() => import('./customers/customer.tsx')).Page,
  '/admin/organizations/:id': latePage(() => import('./customers/organization.tsx')).Page,
  '/admin/settings': latePage(() => import('./settings/settings.tsx')).Page,
}

/**
 * The screens of the panel. Only this file is named in the first load, because everything that a screen consists of
 * would be named there, too, for people who never see it. web/app/routes.tsx lists the same paths.
 */
export default function Panel() {
  return (
    <Switch>
      {Object.entries(pages).map(([path, Page]) => (
        <Route key={path} path={path}>
          <Page />
        </Route>
      ))}
    </Switch>
  )
}
