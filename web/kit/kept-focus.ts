import { useLayoutEffect, useRef, type RefObject } from 'react'

/** When what had the focus has gone with what it did, the keyboard goes on at `to`, or else at the main part. */
export function handOnFocus(to?: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    const next = to?.isConnected ? to : document.querySelector<HTMLElement>('main')
    next?.focus({ preventScroll: true })
  })
}

/**
 * For what goes away when a button in it has done its work: hands the focus on if it held it, to what `next` finds or
 * to the main part.
 */
export function useKeptFocus<Part extends HTMLElement>(next?: () => HTMLElement | null): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const found = useRef(next)
  useLayoutEffect(() => {
    const [node, find] = [part.current, found.current]
    return () => {
      if (node?.contains(document.activeElement)) handOnFocus(find?.())
    }
  }, [])
  return part
}
