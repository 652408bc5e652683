import { MicOff } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '#web/kit/classes.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import type { TalkAgent } from '#web/screens/agents/talking.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { useIsCalm } from '../settings/preferences.ts'
import { lastSeconds, warnedSeconds } from '../words.ts'
import { LevelBar } from './level-bar.tsx'
import { type RingLook, RingLoop } from './rays.ts'

const inks: Record<RingLook, string> = {
  still: 'text-night-muted',
  connecting: 'text-link',
  listening: 'text-accent-text',
  thinking: 'text-link',
  speaking: 'text-link',
  muted: 'text-night-muted',
  reconnecting: 'text-warning',
}

interface Props {
  agent: TalkAgent
  conversation: Conversation
  look: RingLook
  /** Shown as an arc near the end; null before. */
  secondsLeft?: number | null
  /** Changes with the moon's size on the stage, into which it grows. */
  place: string
}

/**
 * The agent's picture as a moon in rays that show who is speaking: the person in cyan and short, the agent long, from
 * violet to white.
 */
export function Moon({ agent, conversation, look, secondsLeft = null, place }: Props) {
  const isCalm = useIsCalm()
  const canvas = useRef<HTMLCanvasElement>(null)
  const moon = useRef<HTMLDivElement>(null)
  const glow = useRef<HTMLDivElement>(null)
  const loop = useRef<RingLoop>(null)
  const color = useMainColor(agent.imageUrl)
  const box = useRef<HTMLDivElement>(null)
  useGrowth(box, agent.imageUrl, place)
  const shown = useRef(look)
  useLayoutEffect(() => {
    shown.current = look
    loop.current?.show(look)
  }, [look])
  useLayoutEffect(() => {
    if (isCalm || !canvas.current || !moon.current || !glow.current) return
    const parts = { canvas: canvas.current, moon: moon.current, glow: glow.current }
    const drawn = (loop.current = new RingLoop(parts, () => conversation.levels))
    drawn.show(shown.current)
    return () => {
      drawn.stop()
      loop.current = null
    }
  }, [conversation, isCalm])
  return (
    <div
      ref={box}
      aria-hidden
      data-moon
      className="relative size-(--stage) shrink-0 [@media(max-height:540px)]:in-data-recap:hidden"
    >
      <div
        ref={glow}
        className="absolute inset-0 rounded-full opacity-30 will-change-[opacity]"
        style={{ backgroundImage: `radial-gradient(closest-side, ${color} 55%, transparent)` }}
      />
      {!isCalm && <canvas ref={canvas} className={classes('absolute inset-0 size-full', inks[look])} />}
      <div ref={moon} className="absolute inset-[13.2%] will-change-transform">
        <AgentPicture
          agent={agent}
          className="size-full rounded-full text-5xl shadow-overlay forced-colors:border-2 forced-colors:border-[CanvasText]"
        />
        {look === 'muted' && (
          <span className="absolute right-[12%] bottom-[2%] flex size-11 items-center justify-center rounded-full border border-control-line bg-night text-night-text">
            <MicOff className="size-5" />
          </span>
        )}
      </div>
      {secondsLeft !== null && <TimeRing secondsLeft={secondsLeft} />}
      {isCalm && <LevelBar conversation={conversation} look={look} className="absolute inset-x-1/4 -bottom-1" />}
    </div>
  )
}

const inMs = 320
const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/**
 * Lets an element grow from where it was into its new place and size, instead of jumping: at first from the agent's
 * picture on the page.
 * @param place changes whenever the element gets another place
 */
function useGrowth(element: RefObject<HTMLElement | null>, pictureUrl: string | null, place: string): void {
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

const violet = 'rgb(124 58 237)'

/** The brightest channel of every glow, so that it is visible on the night whatever the picture. */
const glowBrightness = 190

/** Returns the main color of a picture, made bright enough for a glow; violet until it is known or without one. */
function useMainColor(imageUrl: string | null): string {
  const [known, setKnown] = useState<{ url: string; color: string } | null>(null)
  useEffect(() => {
    if (!imageUrl) return
    const picture = new Image()
    picture.onload = () => setKnown({ url: imageUrl, color: mainColor(picture) })
    picture.src = imageUrl
    return () => {
      picture.onload = null
    }
  }, [imageUrl])
  return known !== null && known.url === imageUrl ? known.color : violet
}

/** Returns the average of the picture's more colorful pixels. */
function mainColor(picture: HTMLImageElement): string {
  const side = 12
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) return violet
  let pixels: Uint8ClampedArray
  try {
    context.drawImage(picture, 0, 0, side, side)
    pixels = context.getImageData(0, 0, side, side).data
  } catch {
    // A picture from elsewhere may be shown but not read.
    return violet
  }
  const sums = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const channels = Array.from(pixels.slice(at, at + 3))
    const weight = 1 + Math.max(...channels) - Math.min(...channels)
    channels.forEach((channel, index) => (sums[index]! += channel * weight))
  }
  const brightest = Math.max(...sums)
  if (brightest === 0) return violet
  return `rgb(${sums.map((sum) => Math.round((sum / brightest) * glowBrightness)).join(' ')})`
}

/** The time left as a thin arc around the moon; full at two minutes, and red in the last half minute (D190). */
function TimeRing({ secondsLeft }: { secondsLeft: number }) {
  const part = Math.min(1, secondsLeft / warnedSeconds)
  return (
    <svg viewBox="0 0 100 100" className="absolute inset-0 size-full -rotate-90" data-time-ring>
      <circle
        cx="50"
        cy="50"
        r="37.4"
        pathLength="1"
        fill="none"
        strokeWidth="0.9"
        strokeLinecap="round"
        strokeDasharray="1"
        strokeDashoffset={1 - part}
        className={classes(secondsLeft < lastSeconds ? 'stroke-danger motion-safe:animate-pulse' : 'stroke-warning')}
      />
    </svg>
  )
}
