const typedMs = 150
const deletedMs = 100
const wordEndMs = 1500

/** How far the words of an element are typed. */
interface Place {
  word: number
  length: number
  isDeleting: boolean
  timer?: ReturnType<typeof setTimeout>
}

const places = new WeakMap<Element, Place>()

/**
 * Types, deletes and replaces the words that `data-typewriter` lists, from where the element was left (S039, S040, S309).
 * It knows no React, because it also runs before the page's script. Returns a function that stops it.
 */
export function typeWords(element: HTMLElement): () => void {
  const words = element.dataset['typewriter']?.split(' ') ?? []
  const place: Place = places.get(element) ?? { word: 0, length: words[0]?.length ?? 0, isDeleting: false }
  places.set(element, place)
  const wordOf = () => words[place.word % words.length] ?? ''
  const isWhole = () => !place.isDeleting && place.length === wordOf().length
  const stop = () => clearTimeout(place.timer)
  const wait = () => {
    stop()
    place.timer = setTimeout(type, isWhole() ? wordEndMs : place.isDeleting && place.length > 0 ? deletedMs : typedMs)
  }
  const type = () => {
    if (isWhole()) place.isDeleting = true
    else if (place.isDeleting && place.length === 0) {
      place.isDeleting = false
      place.word++
    }
    place.length += place.isDeleting ? -1 : 1
    element.textContent = wordOf().slice(0, place.length)
    wait()
  }
  wait()
  return stop
}
