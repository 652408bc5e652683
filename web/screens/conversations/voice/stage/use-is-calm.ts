import { useMedia } from '#web/kit/use-media.ts'
import { usePreferences } from '../settings/preferences.ts'

/** Returns whether nothing shall move by itself: the system asks for it, or the person chose it in the settings. */
export function useIsCalm(): boolean {
  const { calm } = usePreferences()
  const isReduced = useMedia('(prefers-reduced-motion: reduce)', false)
  return calm || isReduced
}
