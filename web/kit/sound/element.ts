/** The one audio element of the page. Small, because every page can make it fall silent. */

let element: HTMLAudioElement | null = null

/** Returns the element, which is made with the first press. */
export function soundElement(): HTMLAudioElement {
  if (element) return element
  element = new Audio()
  element.preload = 'none'
  return element
}

/** Pauses whatever plays. */
export function pauseSound(): void {
  element?.pause()
}

/** Allows a sound to start later than in this press: phones play only what a press began. */
export function primeSound(): void {
  soundElement().load()
}
