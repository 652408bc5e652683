import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { useEarlyDialogs } from './dialog.tsx'
import { isToastRegionWanted, loadToasts, onToastRegionWanted } from './toast.ts'

/** Wraps the whole app once: makes the components comply with the content policy, and mounts the toasts. */
export function UiRoot({ children }: { children: ReactNode }) {
  useEarlyDialogs()
  return (
    <CSPProvider disableStyleElements>
      {children}
      <ToastRegion />
    </CSPProvider>
  )
}

/** Late enough to leave the whole network to the current screen. */
const preloadDelayMs = 2000

/** The first screen does not wait for toasts, and without a network it works without them. */
const LoadedToastRegion = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./loaded-toast-region.tsx')).LoadedToastRegion }
  } catch {
    return { default: () => null }
  }
})

/**
 * The place where toasts appear, once per page near the root; F6 moves the focus into it. It loads with the first toast
 * or soon after the page, because a toast about a lost network could no longer load it.
 */
function ToastRegion() {
  const isWanted = useSyncExternalStore(onToastRegionWanted, isToastRegionWanted, () => false)
  useEffect(() => {
    const timer = setTimeout(loadToasts, preloadDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isWanted) return null
  return (
    <Suspense>
      <LoadedToastRegion />
    </Suspense>
  )
}
