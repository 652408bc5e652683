import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { ToastRegion } from './toast-region.tsx'

/** Once around the whole app: keeps the parts within the content policy, and gives toasts their place. */
export function UiRoot({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      {children}
      <ToastRegion />
    </CSPProvider>
  )
}
