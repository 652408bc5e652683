import { useEffect, useRef } from 'react'
import { classes } from '#web/kit/classes.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { loudnessOf } from './level-trail.ts'
import type { RingLook } from './rays.ts'

const stepMs = 1000 / 30

interface Props {
  conversation: Conversation
  look: RingLook
  className?: string
}

/** The level of who is speaking as a bar, where the rays do not fit or nothing shall move around. */
export function LevelBar({ conversation, look, className }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      const level = levelOf(conversation, look)
      if (bar.current) bar.current.style.scale = `${level.toFixed(2)} 1`
    }, stepMs)
    return () => clearInterval(timer)
  }, [conversation, look])
  return (
    <div
      aria-hidden
      className={classes(
        'h-1.5 overflow-hidden rounded-full bg-line forced-colors:border',
        look === 'listening' ? 'text-accent-text' : 'text-link',
        className,
      )}
    >
      <div ref={bar} className="h-full origin-left scale-x-0 rounded-full bg-current forced-color-adjust-none" />
    </div>
  )
}

function levelOf({ levels }: Conversation, look: RingLook): number {
  if (look === 'speaking') return loudnessOf('agent', levels)
  return look === 'listening' ? loudnessOf('microphone', levels) : 0
}
