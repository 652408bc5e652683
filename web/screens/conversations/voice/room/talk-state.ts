import { useEffect, useState } from 'react'
import type { Activity, Phase, Snapshot } from '#web/voice/conversation-state.ts'
import type { RingLook } from '../stage/rays.ts'

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
