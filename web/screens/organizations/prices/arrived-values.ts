import { useEffect, useState } from 'react'

/**
 * Values that came with the address of this screen, for filling in only. They are taken out of the address bar, where
 * others could read amounts and names, and stay with this entry of the tab's history, so that a reload and the way back
 * find them (D107).
 */
export function useArrivedValues(): URLSearchParams {
  const [values] = useState(readArrived)
  useEffect(() => {
    if (!location.search) return
    // Not through the router: nobody went anywhere.
    History.prototype.replaceState.call(history, { arrived: location.search }, '', location.pathname + location.hash)
  }, [])
  return values
}

/** Puts what was chosen since in their place, so that a reload and the way back find that. */
export function useNotedValues(arrived: URLSearchParams, chosen: Readonly<Record<string, string>>): void {
  const noted = String(new URLSearchParams({ ...Object.fromEntries(arrived), ...chosen }))
  useEffect(() => {
    History.prototype.replaceState.call(history, { arrived: noted }, '', location.pathname + location.hash)
  }, [noted])
}

function readArrived(): URLSearchParams {
  const state = history.state as { arrived?: string } | null
  return new URLSearchParams(location.search || state?.arrived || '')
}
