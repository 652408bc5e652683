import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMedia } from '#web/kit/use-media.ts'
import { typeWords } from './typing.ts'

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
  const isHeld = useMedia('(prefers-reduced-motion: reduce)', true) || isPaused
  const typed = useRef<HTMLSpanElement>(null)
  useEffect(() => (isHeld || !typed.current ? undefined : typeWords(typed.current)), [isHeld])
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
            {/* The text changes outside of React, and may have before React was there. */}
            <span ref={typed} data-typewriter={words.join(' ')} suppressHydrationWarning>
              {words[0]}
            </span>
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
