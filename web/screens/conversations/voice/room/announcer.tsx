import { useEffect, useState } from 'react'
import { VisuallyHidden } from '#web/kit/text/visually-hidden.tsx'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import { leftWords, notedWords, spokenWords } from '../words.ts'
import { isUnheard } from './talk-state.ts'

/** An agent that thinks longer than this is announced. */
const longThoughtMs = 2000

/** Announces the state of the conversation to screen readers, except who speaks, which can be heard. */
export function VoiceAnnouncer({ snapshot }: { snapshot: Snapshot }) {
  const isThinking = snapshot.phase === 'connected' && snapshot.activity === 'thinking'
  return (
    <VisuallyHidden>
      <span aria-live="polite">{politeWords(snapshot)}</span>
      <span aria-live="polite">{isThinking && <LongThought />}</span>
      <span aria-live="polite">{snapshot.noted && notedWords(snapshot.noted)}</span>
      <span aria-live="assertive">{urgentWords(snapshot)}</span>
    </VisuallyHidden>
  )
}

function politeWords(snapshot: Snapshot): string {
  const { phase, muted, pushToTalk, isMicrophoneLost } = snapshot
  switch (phase) {
    case 'requesting_microphone':
    case 'connecting':
      return 'Connecting…'
    case 'queued':
      return 'All agents are busy. You are in line.'
    case 'connected':
      if (isMicrophoneLost) return "The agent can't hear you. You can type."
      if (isUnheard(snapshot)) return "We can't hear your microphone."
      return muted ? (pushToTalk ? 'Hold to talk' : 'Muted') : 'Listening'
    case 'ending':
      return 'Ending…'
    default:
      return ''
  }
}

function urgentWords(snapshot: Snapshot): string {
  const { phase, idleSecondsLeft, warningSecondsLeft, limitSecondsLeft } = snapshot
  if (phase === 'reconnecting') return 'Connection lost. Trying again…'
  if (phase !== 'connected') return ''
  if (idleSecondsLeft !== null) return 'Are you still there? Say or type something to keep the session going.'
  if (limitSecondsLeft !== null) return `${leftWords(limitSecondsLeft)} of this session`
  return warningSecondsLeft === null ? '' : spokenWords(warningSecondsLeft)
}

function LongThought() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const id = setTimeout(() => setLong(true), longThoughtMs)
    return () => clearTimeout(id)
  }, [])
  return isLong && <span>Thinking…</span>
}
