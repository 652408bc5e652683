/** The count above a list: focus moves there when the focused row leaves the list. */
export const countId = 'list-count'

export function countAbove(): HTMLElement | null {
  return document.getElementById(countId)
}

/** After a dialog closes: returns the button that opened it, if its row is still there. */
export function backTo(buttonId: string): () => HTMLElement | null {
  return () => document.getElementById(buttonId) ?? countAbove()
}
