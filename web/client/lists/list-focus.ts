import { countId } from '#web/kit/kept-focus.ts'

export { countId }

export function countAbove(): HTMLElement | null {
  return document.getElementById(countId)
}

/** Returns where focus goes when a dialog closes: the button that opened it, or the count if its row is gone. */
export function backTo(buttonId: string): () => HTMLElement | null {
  return () => document.getElementById(buttonId) ?? countAbove()
}
