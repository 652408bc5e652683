import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMedia } from '#web/kit/use-media.ts'

const typedMs = 150
const deletedMs = 100
const wordEndMs = 1500

interface Props {
  /** The words before the changing one. */
  lead: string
  words: readonly string[]
}

/**
 * A line whose last word is typed, deleted and replaced by the next (S039, S040, S309). It can be paused. Screen
 * readers get all words at once, and so does everybody with reduced motion or without scripts (D157); the style sheet
 * decides, so that nothing moves when the script takes over.
 */
export function Typewriter({ lead, words }: Props) {
  const [isPaused, setPaused] = useState(false)
  const text = useTypedText(words, useMedia('(prefers-reduced-motion: reduce)', true) || isPaused)
  const Icon = isPaused ? Play : Pause
  const longest = words.reduce((long, word) => (word.length > long.length ? word : long))
  return (
    <>
      {lead}{' '}
      <span className="sr-only text-link motion-reduce:not-sr-only noscript:not-sr-only">{words.join(', ')}</span>
      <span className="inline-flex items-center gap-2 motion-reduce:hidden noscript:hidden">
        <span aria-hidden className="inline-grid text-left whitespace-nowrap text-link">
          <span
            data-label={longest}
            className="invisible col-start-1 row-start-1 pr-1 before:content-[attr(data-label)]"
          />
          <span className="col-start-1 row-start-1">
            <span data-typewriter>{text}</span>
            <span className="ml-0.5 inline-block h-[0.9em] w-0.5 translate-y-[0.1em] animate-caret bg-current" />
          </span>
        </span>
        <button
          type="button"
          aria-label={isPaused ? 'Play animation' : 'Pause animation'}
          onClick={() => setPaused(!isPaused)}
          className="inline-flex size-6 shrink-0 items-center justify-center rounded-full opacity-60 transition-opacity hover:opacity-100 focus-visible:opacity-100"
        >
          <Icon aria-hidden className="size-3.5" />
        </button>
      </span>
    </>
  )
}

/** Returns the typed part of the current word; it starts with the whole first word. */
function useTypedText(words: readonly string[], isHeld: boolean): string {
  const [at, setAt] = useState(() => ({ word: 0, length: words[0]?.length ?? 0, isDeleting: false }))
  const word = words[at.word % words.length] ?? ''
  const isWhole = !at.isDeleting && at.length === word.length

  useEffect(() => {
    if (isHeld) return
    const delayMs = isWhole ? wordEndMs : at.isDeleting && at.length > 0 ? deletedMs : typedMs
    const timer = setTimeout(() => {
      if (isWhole) setAt({ ...at, isDeleting: true, length: at.length - 1 })
      else if (at.isDeleting && at.length === 0) setAt({ word: at.word + 1, length: 1, isDeleting: false })
      else setAt({ ...at, length: at.length + (at.isDeleting ? -1 : 1) })
    }, delayMs)
    return () => clearTimeout(timer)
  }, [at, isHeld, isWhole])

  return word.slice(0, at.length)
}
