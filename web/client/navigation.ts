import { useEffect, useRef } from 'react'

type Arrival = 'load' | 'link' | 'history'

let arrival: Arrival = 'load'

/** Records how each screen was reached. wouter announces its own navigations under the names of the history calls. */
export function watchNavigation(): void {
  let path = location.pathname
  const arriveBy = (way: Arrival) => () => {
    // A link to a place on the same screen raises popstate, too, perhaps before the screen is there.
    if (way === 'link' || location.pathname !== path) arrival = way
    path = location.pathname
  }
  for (const name of ['pushState', 'replaceState']) addEventListener(name, arriveBy('link'))
  addEventListener('popstate', arriveBy('history'))
}

/** Returns whether the screen is the one that the document was loaded for. */
export function isFirstScreen(): boolean {
  return arrival === 'load'
}

/** Moves the focus to the screen's heading, so that the keyboard and screen readers start there. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}

/** Is resolved once the first screen responds, or says that it failed. */
export const firstScreen: PromiseWithResolvers<void> = Promise.withResolvers()

/**
 * Does what a page load would do once a screen is mounted: scrolls to the top, or to the place in the address, and
 * moves the focus to the heading. When going back through the history, the browser itself restores the place.
 */
export function ScreenArrival(): null {
  useEffect(() => {
    firstScreen.resolve()
    if (arrival === 'link') scrollTo(0, 0)
    if (arrival !== 'load') focusHeading()
    const id = location.hash.slice(1)
    if (arrival === 'history' || !id) return undefined
    // The browser looked before the place existed. Anyone who has scrolled since then stays in place.
    return whenThere(id, (place) => {
      if (scrollY === 0) place.scrollIntoView()
    })
  }, [])
  return null
}

/** How long to wait for a place to appear, for instance while its data loads. A later jump would surprise people. */
const placePatienceMs = 5000

/** Calls `act` with the element of this id, now or as soon as it appears. Returns a function that stops waiting. */
function whenThere(id: string, act: (place: HTMLElement) => void): () => void {
  const look = () => {
    const place = document.getElementById(id)
    if (!place) return
    stop()
    act(place)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => stop(), placePatienceMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  look()
  return stop
}

/** Moves the focus to the heading whenever a screen shows its next step. */
export function useStepFocus(step: string): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    focusHeading()
  }, [step])
}
