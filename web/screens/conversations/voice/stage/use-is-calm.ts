import { useSyncExternalStore } from 'react'
import { usePreferences } from '../settings/preferences.ts'

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)')

/** Returns whether nothing shall move by itself: the system asks for it, or the person chose it in the settings. */
export function useIsCalm(): boolean {
  const { calm } = usePreferences()
  const isReduced = useSyncExternalStore(
    (onChange) => {
      const query = reducedMotion()
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => reducedMotion().matches,
  )
  return calm || isReduced
}
