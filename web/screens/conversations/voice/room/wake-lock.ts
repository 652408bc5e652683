import { useEffect } from 'react'

/** Keeps the screen on during a conversation; a browser without the feature, or low on battery, just dims it. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let asked: Promise<WakeLockSentinel | null> | null = null
    // The browser releases it when the page is hidden.
    function ask() {
      if (document.visibilityState === 'visible') asked = navigator.wakeLock.request('screen').catch(() => null)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      void asked?.then((lock) => lock?.release())
    }
  }, [isOn])
}
