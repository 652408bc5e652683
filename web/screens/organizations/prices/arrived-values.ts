import { useEffect, useState } from 'react'

/**
 * Values from this screen's address, used only to fill in forms. They are removed from the address bar, where others
 * could read amounts and names, and stay with this history entry, so that a reload and the back button find them
 * (D107).
 */
export function useArrivedValues(): URLSearchParams {
  const [values] = useState(readArrived)
  useEffect(() => {
    if (!location.search) return
    // Not through the router: this is not a navigation.
    History.prototype.replaceState.call(history, { arrived: location.search }, '', location.pathname + location.hash)
  }, [])
  return values
}

/** Replaces them with the current choice, so that a reload and the back button find it. */
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
