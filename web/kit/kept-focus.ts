import { useLayoutEffect, useRef, type RefObject } from 'react'

/** The id of the count above a list, which takes the focus when the focused row leaves the list. */
export const countId = 'list-count'

export function countAbove(): HTMLElement | null {
  return document.getElementById(countId)
}

/** For the `ref` of what appears after a press: takes the focus, because what had it is gone. */
export function takeFocus(node: HTMLElement | null): void {
  node?.focus()
}

/** Moves the focus to `to`, or to the main part, if the focused element is gone. */
export function handOnFocus(to?: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    const next = to?.isConnected ? to : document.querySelector<HTMLElement>('main')
    next?.focus({ preventScroll: true })
  })
}

/** Returns the button that opened the menu around an element, also over further menus; elsewhere the element. */
export function menuOpenerOf(element: Element | null): Element | null {
  const opener = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return opener ? menuOpenerOf(document.getElementById(opener)) : element
}

/**
 * Returns the focused control inside an element, if any. A menu counts as the button that opened it, because the focus
 * returns there only when the menu has faded out.
 */
export function focusedIn(node: HTMLElement | null): HTMLElement | null {
  const control = menuOpenerOf(document.activeElement)
  return control instanceof HTMLElement && node?.contains(control) ? control : null
}

/**
 * For an element that disappears after a press inside it: if it held the focus, hands it on to what `next` finds or to
 * the main part.
 */
export function useKeptFocus<Part extends HTMLElement>(next?: () => HTMLElement | null): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const found = useRef(next)
  useLayoutEffect(() => {
    const [node, find] = [part.current, found.current]
    return () => {
      if (focusedIn(node)) handOnFocus(find?.())
    }
  }, [])
  return part
}

/** Returns where focus goes when a dialog closes: the button that opened it, or the count if its row is gone. */
export function backTo(buttonId: string): () => HTMLElement | null {
  return () => document.getElementById(buttonId) ?? countAbove()
}
