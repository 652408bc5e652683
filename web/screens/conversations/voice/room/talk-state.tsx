import { useEffect, useState } from 'react'
import type { Activity, Phase, Snapshot } from '#web/voice/conversation-state.ts'
import type { RingLook } from '../stage/rays.ts'
import { leftWords, notedWords, spokenWords } from '../words.ts'

/** A short pause between two words does not change the state. */
const listeningDelayMs = 500

const waiting: readonly Phase[] = ['requesting_microphone', 'connecting', 'queued', 'ending']

/** Returns whether a conversation is on, from the click on Start to its end. */
export function isOn(phase: Phase): boolean {
  return waiting.includes(phase) || isTalking(phase)
}

/** Returns whether minutes are being counted, or would be if the line were up. */
export function isTalking(phase: Phase): boolean {
  return phase === 'connected' || phase === 'reconnecting'
}

/** Returns whether a microphone is open and the person has not muted it, but nothing comes from it (D203). */
export function isUnheard({ isMicrophoneSilent, isMicrophoneLost, muted }: Snapshot): boolean {
  return isMicrophoneSilent && !isMicrophoneLost && !muted
}

/** Returns what the rays show, and the words below them. */
export function useTalkState(snapshot: Snapshot): { look: RingLook; words: string } {
  const activity = useSteadyActivity(snapshot.activity)
  const { phase } = snapshot
  if (waiting.includes(phase)) return { look: 'connecting', words: '' }
  if (!isTalking(phase)) return { look: 'still', words: '' }
  if (phase === 'reconnecting') return { look: 'reconnecting', words: 'Connection lost. Trying again…' }
  if (activity === 'agent_speaking') return { look: 'speaking', words: speakingWords(snapshot) }
  if (snapshot.isMicrophoneLost) return { look: 'muted', words: 'No microphone' }
  if (snapshot.muted) return { look: 'muted', words: snapshot.pushToTalk ? 'Hold to talk' : 'Muted' }
  if (activity === 'thinking') return { look: 'thinking', words: 'Thinking…' }
  return { look: 'listening', words: 'Listening' }
}

function speakingWords({ muted, pushToTalk, isMicrophoneLost }: Snapshot): string {
  if (isMicrophoneLost) return 'Speaking – type to interrupt'
  if (!muted) return 'Speaking – talk to interrupt'
  return pushToTalk ? 'Speaking – hold to interrupt' : 'Speaking – you are muted'
}

function useSteadyActivity(activity: Activity): Activity {
  const [shown, setShown] = useState(activity)
  useEffect(() => {
    const id = setTimeout(() => setShown(activity), activity === 'listening' ? listeningDelayMs : 0)
    return () => clearTimeout(id)
  }, [activity])
  return shown
}

/** An agent that thinks longer than this is announced. */
const longThoughtMs = 2000

/** Announces the state of the conversation to screen readers, except who speaks, which can be heard. */
export function VoiceAnnouncer({ snapshot }: { snapshot: Snapshot }) {
  const isThinking = snapshot.phase === 'connected' && snapshot.activity === 'thinking'
  return (
    <span className="sr-only">
      <span aria-live="polite">{politeWords(snapshot)}</span>
      <span aria-live="polite">{isThinking && <LongThought />}</span>
      <span aria-live="polite">{snapshot.noted && notedWords(snapshot.noted)}</span>
      <span aria-live="assertive">{urgentWords(snapshot)}</span>
    </span>
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
