import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useConfig } from '#web/client/config.ts'
import { useMe } from '#web/client/me.ts'
import { useSignOut } from '#web/client/session.ts'
import { PageLayout } from './page-layout.tsx'

/** The product's own frame, for the current viewer. */
export function ProductLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const config = useConfig()
  const viewer = { user: useMe(), path, demo: config?.demo ?? false, onSignOut: useSignOut() }
  return <PageLayout viewer={viewer}>{children}</PageLayout>
}
