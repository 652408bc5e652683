import { useEffect, useRef } from 'react'

type Arrival = 'load' | 'link' | 'history'

let arrival: Arrival = 'load'

/** Notes how each screen was reached. wouter announces its own navigations under the names of the history calls. */
export function watchNavigation(): void {
  for (const name of ['pushState', 'replaceState']) addEventListener(name, () => (arrival = 'link'))
  addEventListener('popstate', () => (arrival = 'history'))
}

/** Puts the focus on the heading of the screen, so that the keyboard and screen readers begin there. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}

/**
 * Stands beside a screen and does once it is there what a page load would do: scroll to the top, or to the place that
 * the address names, and begin at the heading. On the way back through the history the browser itself restores the place.
 */
export function ScreenArrival(): null {
  useEffect(() => {
    const place = location.hash && document.getElementById(location.hash.slice(1))
    if (arrival === 'load') {
      // The browser has looked for the place before a page that the server did not render was there.
      if (place && scrollY === 0) place.scrollIntoView()
      return
    }
    if (arrival === 'link' && !place) scrollTo(0, 0)
    focusHeading()
    if (arrival === 'link' && place) place.scrollIntoView()
  }, [])
  return null
}

/** Begins anew at the heading whenever a screen goes on to its next step. */
export function useStepFocus(step: string): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    focusHeading()
  }, [step])
}
