import { useLayoutEffect, useRef } from 'react'
import { soundMs } from './player.ts'

interface Props {
  text: string
  /** When each word begins; words are parted by white space. */
  wordStartsMs: readonly number[]
  soundKey: string
  /** Whether the parent shows only a few lines and scrolls to the word that is spoken; it must be positioned. */
  isScrolling?: boolean
}

/** A text whose words light up as they are spoken under a key: those before, the one that is spoken, those to come. */
export function SpokenWords({ text, wordStartsMs, soundKey, isScrolling = false }: Props) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const words = [...(place.current?.querySelectorAll('span') ?? [])]
    let shown = -1
    let frame = 0
    const look = () => {
      const spoken = wordAt(wordStartsMs, soundMs(soundKey))
      if (spoken !== shown) {
        for (const [at, word] of words.entries())
          word.setAttribute('data-word', at < spoken ? 'before' : at === spoken ? 'now' : 'after')
        if (isScrolling) keepInView(words[Math.max(0, spoken)])
        shown = spoken
      }
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [wordStartsMs, soundKey, isScrolling])
  return (
    <span ref={place}>
      {text.split(/\s+/).map((word, at) => (
        // A word may occur twice, and its place is what tells it apart.
        <span
          key={at}
          data-word="after"
          className="transition-opacity duration-menu data-[word=after]:opacity-70 data-[word=now]:text-link"
        >
          {word}{' '}
        </span>
      ))}
    </span>
  )
}

/** Scrolls the lines so that the one before a word stays visible, too. */
function keepInView(word?: HTMLElement): void {
  const lines = word?.offsetParent
  if (word && lines) lines.scrollTop = word.offsetTop - word.offsetHeight
}

/** Returns the place of the word that is spoken at a time; -1 before the first one. */
export function wordAt(wordStartsMs: readonly number[], ms: number): number {
  return wordStartsMs.findLastIndex((start) => start <= ms)
}
