import { useEffect } from 'react'

/** Keeps the screen on while somebody talks; a browser without the feature, or low on battery, just dims. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    const asked = navigator.wakeLock.request('screen').catch(() => null)
    return () => void asked.then((lock) => lock?.release())
  }, [isOn])
}
