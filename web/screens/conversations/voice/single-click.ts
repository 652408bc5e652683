import type { MouseEvent } from 'react'

/**
 * For buttons that take each other's place: the second half of a double click, which the next one would get, presses
 * nothing. Keys, and software that presses, come with a `detail` of 0.
 * @param act left out where the press sends a form
 */
export function onSingleClick(act?: () => void): (event: MouseEvent) => void {
  return (event) => {
    const isSecondHalf = event.detail > 1
    if (isSecondHalf) event.preventDefault()
    else act?.()
  }
}
