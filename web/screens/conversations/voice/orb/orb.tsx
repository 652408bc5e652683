import { useEffect, useRef, useSyncExternalStore } from 'react'
import { classes } from '#web/kit/classes.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'
import { drawRing, LevelHistory, type RingLook } from './rays.ts'

/** At most 30 frames a second. */
const frameMs = 1000 / 30

const inks: Record<RingLook, string> = {
  still: 'text-control-line',
  connecting: 'text-link',
  listening: 'text-accent-text',
  thinking: 'text-link',
  speaking: 'text-link',
  muted: 'text-control-line',
  reconnecting: 'text-warning',
}

interface Props {
  agent: TalkAgent
  conversation: Conversation
  look: RingLook
}

/** The agent's picture in a ring that shows who is speaking: the user in cyan, the agent in purple. */
export function VoiceOrb({ agent, conversation, look }: Props) {
  const isStill = useReducedMotion()
  return (
    <div aria-hidden className="relative size-[clamp(6rem,20dvh,13rem)] shrink-0">
      <AgentPicture
        agent={agent}
        className="absolute top-1/2 left-1/2 size-3/5 -translate-1/2 rounded-full border border-line"
      />
      {!isStill && <Ring conversation={conversation} look={look} />}
      {isStill && <LevelBar conversation={conversation} look={look} className="absolute inset-x-4 bottom-1" />}
    </div>
  )
}

function Ring({ conversation, look }: Omit<Props, 'agent'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const history = useRef<LevelHistory>(null)
  useEffect(() => {
    history.current ??= new LevelHistory()
    const levels = history.current
    return eachFrame((timeMs) => {
      levels.add(levelOf(conversation, look))
      if (canvas.current) drawRing(canvas.current, look, levels, timeMs)
    })
  }, [conversation, look])
  return <canvas ref={canvas} className={classes('absolute inset-0 size-full transition-colors', inks[look])} />
}

/** The same level as a bar, for reduced motion and where a ring does not fit. */
export function LevelBar({ conversation, look, className }: Omit<Props, 'agent'> & { className?: string }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      eachFrame(() => {
        const level = levelOf(conversation, look)
        if (bar.current) bar.current.style.scale = `${level.toFixed(2)} 1`
      }),
    [conversation, look],
  )
  return (
    <div aria-hidden className={classes('h-1.5 overflow-hidden rounded-full bg-line', inks[look], className)}>
      <div ref={bar} className="h-full origin-left scale-x-0 rounded-full bg-current" />
    </div>
  )
}

/** Returns the perceived loudness, 0 to 1; a microphone is quieter than a recorded voice. */
function levelOf({ levels }: Conversation, look: RingLook): number {
  if (look === 'speaking') return Math.min(1, (levels.agent * 1.4) ** 0.8)
  return look === 'listening' ? Math.min(1, (levels.microphone * 4) ** 0.7) : 0
}

/** Draws until the returned function is called; the browser stops it in hidden tabs. */
function eachFrame(draw: (timeMs: number) => void): () => void {
  let drawnAt = -Infinity
  let request = requestAnimationFrame(function next(timeMs) {
    // A few milliseconds of slack; without them a 60 Hz display would show every third frame.
    if (timeMs - drawnAt >= frameMs - 4) {
      drawnAt = timeMs
      draw(timeMs)
    }
    request = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(request)
}

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)')

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = reducedMotion()
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => reducedMotion().matches,
  )
}
