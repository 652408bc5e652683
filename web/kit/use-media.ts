import { useSyncExternalStore } from 'react'

/** Returns whether a media query holds at present, and `onServer` for the page that the server renders. */
export function useMedia(media: string, onServer: boolean): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(media)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(media).matches,
    () => onServer,
  )
}
