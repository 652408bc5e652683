import type { MouseEvent } from 'react'

/**
 * For buttons that replace each other: the second half of a double click, which would hit the next button, does
 * nothing. Keys and assistive software come with a `detail` of 0.
 * @param act left out where the press sends a form
 */
export function onSingleClick(act?: () => void): (event: MouseEvent) => void {
  return (event) => {
    const isSecondHalf = event.detail > 1
    if (isSecondHalf) event.preventDefault()
    else act?.()
  }
}
