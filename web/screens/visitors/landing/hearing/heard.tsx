import { useLayoutEffect, useRef } from 'react'
import type { HeardAgent } from '#contract/agents/sounds.ts'
import { formatDuration } from '#contract/amounts.ts'
import { classes } from '#web/kit/classes.ts'
import { soundMs } from '#web/kit/sound/player.ts'
import { SpokenWords } from '#web/kit/sound/spoken-words.tsx'
import { useSound } from '#web/kit/sound/use-sound.ts'
import { voiceName } from '#web/screens/agents/greeting.tsx'
import { stillRays, raysOf } from '../rays.ts'
import { heroKey } from './samples.ts'

/** What of a conversation is heard at this moment. */
export interface Heard {
  agent: HeardAgent
  turn: HeardAgent['conversation'][number]
}

interface Props {
  heard: Heard
}

/** How much of the conversation was heard. */
export function HeardTime({ heard: { agent } }: Props) {
  const { index, progress } = useSound(heroKey)
  const heardMs = agent.conversation.reduce(
    (sum, { sound: { durationMs } }, turn) => sum + durationMs * (turn < index ? 1 : turn === index ? progress : 0),
    0,
  )
  return <span translate="no">{formatDuration(Math.floor(heardMs / 1000))}</span>
}

/** Rays that follow the words; they stand still for people who want no motion. */
export function HeardRays({ heard: { turn } }: Props) {
  const path = useRef<SVGPathElement>(null)
  const { wordStartsMs } = turn.sound
  useLayoutEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const draw = () => {
      path.current?.setAttribute('d', raysAt(wordStartsMs, soundMs(heroKey)))
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [wordStartsMs])
  const color = turn.by === 'agent' ? 'stroke-link' : 'stroke-accent'
  return <path ref={path} d={stillRays} className={color} strokeWidth="1.8" strokeLinecap="round" />
}

/** The words of the person or the agent as captions of three lines, with the name of the voice. */
export function HeardWords({ heard: { turn } }: Props) {
  const { text, wordStartsMs, voice } = turn.sound
  return (
    <div>
      <p
        className={classes(
          'relative h-[3lh] overflow-hidden scroll-smooth text-xl motion-reduce:scroll-auto',
          turn.by === 'person' && 'text-muted',
        )}
      >
        <SpokenWords key={text} text={text} wordStartsMs={wordStartsMs} soundKey={heroKey} isScrolling />
      </p>
      <p className="mt-1 text-xs text-muted">{voiceName(voice)}</p>
    </div>
  )
}

/** How long the sound of a word rings on. */
const ringMs = 420
/** How long it takes from the top of the ring to its bottom. */
const travelMs = 260

/** Returns the rays at a moment of a sound whose words begin at these times; it runs from the top down both sides. */
function raysAt(wordStartsMs: readonly number[], ms: number): string {
  return raysOf((turn, ray) => {
    const place = Math.abs(((turn / Math.PI + 1) % 2) - 1)
    const sinceMs = ms - (1 - place) * travelMs
    const start = wordStartsMs.findLast((begins) => begins <= sinceMs)
    const strength = start === undefined ? 0 : Math.exp(-(sinceMs - start) / ringMs)
    return 15 * strength * (0.35 + 0.65 * Math.abs(Math.sin(ray * 1.7 + (start ?? 0)) * Math.cos(ray * 0.53)))
  })
}
