import { useSyncExternalStore } from 'react'

/** Chromium fires it where an app can be installed. No other browser does, so TypeScript does not know it. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

function set(event: InstallEvent | null): void {
  offered = event
  for (const listener of listeners) listener()
}

// The browser fires it once, as soon as it has read the manifest, so the module listens as soon as it loads.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  set(event as InstallEvent)
})
window.addEventListener('appinstalled', () => set(null))

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns a function that asks the browser to install the app, or null while it does not offer to. */
export function useInstallPrompt(): (() => Promise<void>) | null {
  const event = useSyncExternalStore(listen, () => offered)
  if (!event) return null
  return async () => {
    await event.prompt()
    // An event is good for one prompt, whatever the answer.
    set(null)
  }
}

/** Returns whether the page already runs as an installed app. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  )
}

/** iPhones and iPads install only from Safari's own menu; newer iPads identify as Macs. */
export function isApplePhone(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}
