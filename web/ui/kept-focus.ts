import { useLayoutEffect, useRef, type RefObject } from 'react'

/** When what had the focus has gone with what it did, the keyboard goes on at `to`, or else at the main part. */
export function handOnFocus(to?: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    const next = to?.isConnected ? to : document.querySelector<HTMLElement>('main')
    next?.focus({ preventScroll: true })
  })
}

/** For what goes away when a button in it has done its work: hands the focus on if it held it. */
export function useKeptFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    const node = part.current
    return () => {
      if (node?.contains(document.activeElement)) handOnFocus()
    }
  }, [])
  return part
}
