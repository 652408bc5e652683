/** The count above a list: there the keyboard goes on when what had the focus has left the list. */
export const countId = 'list-count'

export function countAbove(): HTMLElement | null {
  return document.getElementById(countId)
}

/** After a dialog: back to the button that opened it, if its row is still there. */
export function backTo(buttonId: string): () => HTMLElement | null {
  return () => document.getElementById(buttonId) ?? countAbove()
}
