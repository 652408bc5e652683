export type ToastTone = 'success' | 'info' | 'danger'

export interface ToastMessage {
  title: string
  description?: string | undefined
  tone?: ToastTone
  /** A button inside the toast; with one the toast stays until it is closed, unless a time is told (D162, D188). */
  action?: { label: string; onPress: () => void }
  /** How long it shows; 5000 unless told or there is a button (S304). */
  durationMs?: number
}

/** What the region does with toasts. */
interface Region {
  add: (toast: ToastMessage) => void
  close: (title: string) => void
}

const waiting: ToastMessage[] = []
let region: Region | null = null
let isRegionWanted = false
let notifyWanted: () => void = () => undefined

/** Shows a toast in place of the one that is visible; callable from anywhere, also before the region is there. */
export function showToast(toast: ToastMessage): void {
  if (region) region.add(toast)
  else {
    waiting.push(toast)
    loadToasts()
  }
}

/** Closes the last toast of this title when what it says no longer holds; one with a button stays (D162). */
export function closeToast(title: string): void {
  const outdated = waiting.findIndex((toast) => toast.title === title && !toast.action)
  if (outdated >= 0) waiting.splice(outdated, 1)
  region?.close(title)
}

/** The region calls this when it is ready, and the returned function when it goes. */
export function deliverToasts(to: Region): () => void {
  region = to
  for (const toast of waiting.splice(0)) to.add(toast)
  return () => {
    region = null
  }
}

/** Has the region loaded now; called for screens on which toasts are likely. */
export function loadToasts(): void {
  isRegionWanted = true
  notifyWanted()
}

/** Whether the region is to be loaded. */
export function isToastRegionWanted(): boolean {
  return isRegionWanted
}

/** Calls `notify` when the region is to be loaded, until the returned function is called. */
export function onToastRegionWanted(notify: () => void): () => void {
  notifyWanted = notify
  return () => {
    notifyWanted = () => undefined
  }
}
