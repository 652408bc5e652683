import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { isToastRegionWanted, loadToasts, onToastRegionWanted } from './toast.ts'

/** Late enough that the screen one came for has all of the network. */
const preloadDelayMs = 2000

/** The first screen does not wait for toasts; without the network it lives without them. */
const LoadedToastRegion = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./loaded-toast-region.tsx')).LoadedToastRegion }
  } catch {
    return { default: () => null }
  }
})

/**
 * The place where toasts appear; one per page, near the root. F6 leads into it. It is loaded with the first toast, and
 * soon anyway: a toast that tells of a lost network could not be loaded any more.
 */
export function ToastRegion() {
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
