/** What can be made to go wrong for one agent, from the control page. */
import type { Ending } from './conversation/line.ts'

/** Each fault, and what it does. */
export const VOICE_FAULTS = [
  'refuse', // get-signed-url answers 500
  'busy', // the socket opens and closes at once with 3008, as when the plan's conversations are all in use
  'queue', // 3 s in the wait queue, then admitted
  'queue_timeout', // 3 s in the wait queue, then sent away
  'reject', // closed with 1008 right after the metadata, as with an override that the agent does not allow
  'drop', // the connection is reset 4 s after the metadata
  'quota', // 4 s after the metadata a flat error frame, then 1002, as when the plan is used up
  'llm_error', // 4 s after the metadata an error frame, then 1002
  'crash', // closed with 1011 4 s after the metadata
  'time_limit', // the longest duration is over 4 s after the metadata
  'hang_up', // the agent hangs up 4 s after the metadata, if it has the tool `end_call`
  'restart', // closed with 1001 4 s after the metadata
  'stall', // nothing but the metadata is sent, not even pings
  'flood', // far more sound than anybody can play, as fast as the socket takes it
  'jitter', // sound comes in bursts, with pauses of 700 ms between them
  'delay', // every answer comes 3 s late
  'late_metadata', // the metadata comes after 12 s
  'stale_audio', // two frames of the interrupted answer arrive after its interruption
] as const
export type VoiceFault = (typeof VOICE_FAULTS)[number]

export const queueWaitMs = 3000
export const endAfterMs = 4000
export const lateMetadataMs = 12_000
export const lateAnswerMs = 3000
export const floodFrames = 1500
export const floodFramesPerTick = 100
export const staleFrames = 2
const burstMs = 700

/** Faults that end a conversation `endAfterMs` after its metadata, `reject` at once. */
export const faultEndings: Partial<Record<VoiceFault, Ending>> = {
  reject: { code: 1008, reason: "Override for field 'prompt' is not allowed by config.", errorType: 'override_error' },
  quota: { code: 1002, reason: 'This request exceeds your quota limit.', errorType: 'flat' },
  llm_error: { code: 1002, reason: 'The language model did not answer in time.', errorType: 'llm_timeout' },
  crash: { code: 1011, reason: 'Internal error' },
  time_limit: {
    code: 1000,
    reason: 'Conversation exceeded the maximum duration of 4 seconds.',
    errorType: 'max_duration_exceeded',
  },
  restart: { code: 1001, reason: 'going away' },
}

/** Returns whether `jitter` holds sound back at this moment. */
export function isBetweenBursts(nowMs: number): boolean {
  return Math.floor(nowMs / burstMs) % 2 === 1
}

/** 200 ms of a 1 kHz tone at 16 kHz, which, unlike silence, nobody plays unnoticed. */
export const faultTone = new Uint8Array(
  Int16Array.from({ length: 3200 }, (_, index) => 8000 * Math.sin((2 * Math.PI * 1000 * index) / 16_000)).buffer,
)
