import { useSyncExternalStore } from 'react'

/** What Chromium offers where an app can be installed; no other browser has it, so that TypeScript does not know it. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

function set(event: InstallEvent | null): void {
  offered = event
  for (const listener of listeners) listener()
}

// The browser offers it once, whenever it has read the manifest, so that this listens as soon as its code is there.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  set(event as InstallEvent)
})
window.addEventListener('appinstalled', () => set(null))

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the browser to install the app; null while it does not offer that. */
export function useInstallPrompt(): (() => Promise<void>) | null {
  const event = useSyncExternalStore(listen, () => offered)
  if (!event) return null
  return async () => {
    await event.prompt()
    // An offer is good for one question, whatever the answer.
    set(null)
  }
}

/** Whether the page runs as an installed app already. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  )
}

/** iPhones and iPads install from Safari's own menu alone; newer iPads call themselves Macs. */
export function isApplePhone(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}
