export type ToastTone = 'success' | 'info' | 'danger'

export interface ToastMessage {
  title: string
  description?: string | undefined
  tone?: ToastTone
  /** A button inside the toast, which then stays until it is closed or its `durationMs` is over (D162, D188). */
  action?: { label: string; onPress: () => void }
  /** How long it shows; by default 5000 without a button (S304). */
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

/** Shows a toast in place of the visible one; callable from anywhere, even before the region is mounted. */
export function showToast(toast: ToastMessage): void {
  if (region) region.add(toast)
  else {
    waiting.push(toast)
    loadToasts()
  }
}

/** Returns whether a toast goes when it no longer applies: a fault does, an offer to undo something stays (D162). */
export function isClosable({ action, tone }: ToastMessage): boolean {
  return !action || tone === 'danger'
}

/** Closes the last toast with this title when it no longer applies. */
export function closeToast(title: string): void {
  const outdated = waiting.findIndex((toast) => toast.title === title && isClosable(toast))
  if (outdated >= 0) waiting.splice(outdated, 1)
  region?.close(title)
}

/** The region calls this when it is ready, and the returned function when it unmounts. */
export function deliverToasts(to: Region): () => void {
  region = to
  for (const toast of waiting.splice(0)) to.add(toast)
  return () => {
    region = null
  }
}

/** Loads the region now, for screens on which toasts are likely. */
export function loadToasts(): void {
  isRegionWanted = true
  notifyWanted()
}

/** Returns whether the region should load. */
export function isToastRegionWanted(): boolean {
  return isRegionWanted
}

/** Calls `notify` when the region should load, until the returned function is called. */
export function onToastRegionWanted(notify: () => void): () => void {
  notifyWanted = notify
  return () => {
    notifyWanted = () => undefined
  }
}
