import { useLayoutEffect, useRef, type RefObject } from 'react'

const inMs = 320
const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/**
 * Lets an element grow from where it was into its new place and size, instead of jumping: at first from the agent's
 * picture on the page.
 * @param place changes whenever the element gets another place
 */
export function useGrowth(element: RefObject<HTMLElement | null>, pictureUrl: string | null, place: string): void {
  const before = useRef<DOMRect>(null)
  const shownPlace = useRef<string>(null)
  useLayoutEffect(() => {
    const node = element.current
    if (!node) return
    const to = node.getBoundingClientRect()
    const from = shownPlace.current === null ? pictureOnPage(pictureUrl) : before.current
    if (shownPlace.current !== place && from && to.width > 0) grow(node, from, to)
    shownPlace.current = place
    before.current = to
  })
}

function grow(node: HTMLElement, from: DOMRect, to: DOMRect): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const x = from.x + from.width / 2 - (to.x + to.width / 2)
  const y = from.y + from.height / 2 - (to.y + to.height / 2)
  const size = Math.min(from.width, from.height) / Math.min(to.width, to.height)
  node.animate({ transform: [`translate(${x}px, ${y}px) scale(${size})`, 'none'] }, { duration: inMs, easing })
}

/** Returns where the page shows a picture, if it is in view. */
function pictureOnPage(url: string | null): DOMRect | null {
  if (!url) return null
  for (const image of document.querySelectorAll<HTMLImageElement>('#root img')) {
    if (image.getAttribute('src') !== url) continue
    const rect = image.getBoundingClientRect()
    if (rect.width > 0 && rect.bottom > 0 && rect.top < innerHeight) return rect
  }
  return null
}
