import { MicOff } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { classes } from '#web/kit/classes.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'
import { useGrowth } from './grow.ts'
import { LevelBar } from './level-bar.tsx'
import { useMainColor } from './main-color.ts'
import type { RingLook } from './rays.ts'
import { RingLoop } from './ring-loop.ts'
import { TimeRing } from './time-ring.tsx'
import { useIsCalm } from './use-is-calm.ts'

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
