import { useEffect, useState } from 'react'

type Parts = typeof import('./hearing.tsx')

/** Any of these says that somebody is there; a click may be one that was kept until the script was there. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'click'] as const

/** Returns what plays the page's sounds; null until somebody moves on the page, because it loads then. */
export function useHearingParts(): Parts | null {
  const [parts, setParts] = useState<Parts | null>(null)
  useEffect(() => {
    const stopWaiting = () => {
      for (const sign of signs) window.removeEventListener(sign, load, true)
    }
    const load = () => {
      stopWaiting()
      // Without it the page is silent, and says no less than before.
      import('./hearing.tsx').then(setParts, () => undefined)
    }
    for (const sign of signs) window.addEventListener(sign, load, { capture: true, passive: true })
    return stopWaiting
  }, [])
  return parts
}
