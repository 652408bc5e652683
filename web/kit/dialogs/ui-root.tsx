import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { ToastRegion } from './toast-region.tsx'

/** Wraps the whole app once: makes the components comply with the content policy, and mounts the toasts. */
export function UiRoot({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      {children}
      <ToastRegion />
    </CSPProvider>
  )
}
