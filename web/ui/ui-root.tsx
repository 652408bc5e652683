import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { ToastRegion } from './toast.tsx'

/** Once around the whole app: keeps the parts within the content policy, and gives tooltips and toasts their place. */
export function UiRoot({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={400}>
        {children}
        <ToastRegion />
      </Tooltip.Provider>
    </CSPProvider>
  )
}
