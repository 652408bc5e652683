import { useSyncExternalStore } from 'react'
import { browserStore } from '#web/kit/storage/text-store.ts'
import { useMedia } from '#web/kit/use-media.ts'
import type { DeviceChoice } from '#web/voice/sound/devices.ts'

/** A user's voice preferences on this device, stored only in this browser. */
interface VoicePreferences extends DeviceChoice {
  /** Null until chosen, which means the shortest. */
  patienceMs: number | null
  pushToTalk: boolean
  /** Whether the last lines show below the picture. */
  captions: boolean
  /** Whether the picture stays still, as with the system's reduced motion. */
  calm: boolean
  /** Whether ping and answer times are shown. */
  details: boolean
  /** Whether single keys work during a conversation. */
  keys: boolean
  /** Whether microphone, speaker and connection have passed the check on this device. */
  checked: boolean
}

const storageKey = 'luna-voice'

const atFirst: VoicePreferences = {
  microphoneId: '',
  speakerId: '',
  patienceMs: null,
  pushToTalk: false,
  captions: true,
  calm: false,
  details: false,
  keys: true,
  checked: false,
}

const listeners = new Set<() => void>()
let known: VoicePreferences | null = null

export function readPreferences(): VoicePreferences {
  known ??= { ...atFirst, ...readStored() }
  return known
}

/** Changes some preferences, now and for later visits. */
export function keepPreferences(changes: Partial<VoicePreferences>): void {
  known = { ...readPreferences(), ...changes }
  browserStore.write(storageKey, JSON.stringify(known))
  for (const notify of listeners) notify()
}

export function usePreferences(): VoicePreferences {
  return useSyncExternalStore(listen, readPreferences)
}

function listen(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Returns the stored preferences that have a valid shape; anything may have been written there. */
function readStored(): Partial<VoicePreferences> {
  try {
    const stored: unknown = JSON.parse(browserStore.read(storageKey) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const fits = ([name, value]: [string, unknown]) =>
      name === 'patienceMs'
        ? typeof value === 'number'
        : typeof value === typeof atFirst[name as keyof VoicePreferences]
    return Object.fromEntries(Object.entries(stored).filter(fits))
  } catch {
    return {}
  }
}

/** Returns whether nothing shall move by itself: the system asks for it, or the person chose it in the settings. */
export function useIsCalm(): boolean {
  const { calm } = usePreferences()
  const isReduced = useMedia('(prefers-reduced-motion: reduce)', false)
  return calm || isReduced
}
