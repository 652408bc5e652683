import type { EndReason, TalkBound } from '#contract/conversations/voice-socket.ts'
import type { Clock } from './clock.ts'
import type { OpenSocket } from './line/connection.ts'
import type { AudioDevices } from './sound/devices.ts'
import type { Problem } from './problems.ts'
import type { TranscriptLine } from './transcript.ts'

/**
 * Where the conversation stands.
 *
 * idle ('Ready to connect') -> requesting_microphone -> denied | unavailable, or -> connecting -> queued -> connected
 * -> reconnecting -> connected -> ending -> ended. A start that fails later than the microphone goes back to idle
 * with a `problem`; a conversation that was on always passes through ending to ended, with a `recap`.
 */
export type Phase =
  | 'idle'
  | 'requesting_microphone'
  | 'denied'
  | 'unavailable'
  | 'connecting'
  | 'queued'
  | 'connected'
  | 'reconnecting'
  | 'ending'
  | 'ended'

/** Who has the word; means something while connected. */
export type Activity = 'listening' | 'user_speaking' | 'thinking' | 'agent_speaking'

export interface Recap {
  reason: EndReason
  /** Charged seconds as the server settled them, else as last known here; null while the server still counts them. */
  usedSeconds: number | null
  /** What is left to talk, when the server told. */
  balanceSeconds: number | null
}

/** Everything a screen shows. A new object whenever something changed; parts that did not change keep identity. */
export interface Snapshot {
  phase: Phase
  activity: Activity
  muted: boolean
  /** Muted unless a key or button is held. */
  pushToTalk: boolean
  /** Silence that ends a turn, ms (D83). */
  patienceMs: number
  agentId: string | null
  sessionId: string | null
  conversationId: string | null
  elapsedSeconds: number
  /** Counts down from the gateway's last word; null before the first. */
  secondsLeft: number | null
  /** What will be used up first. */
  bound: TalkBound
  /** Set at 120 and 30 s left; back to null when minutes were bought (D73). */
  warningSecondsLeft: number | null
  /** Counts down from 120 s before the longest time of a conversation; null before (D86, D190). */
  limitSecondsLeft: number | null
  /** 'Are you still there?': seconds until the call ends unless somebody speaks (D86). */
  idleSecondsLeft: number | null
  /** No microphone works: typed turns and the agent's sound go on; `retryMicrophone` takes one up again. */
  isMicrophoneLost: boolean
  /** The system withholds sound: show 'Tap to continue', which calls `resumeSound`. */
  soundBlocked: boolean
  /** The whole talk, oldest first, at most 500 lines; the compact view shows the last two (D90). */
  lines: readonly TranscriptLine[]
  problem: Problem | null
  recap: Recap | null
  /** Frames that were not understood (D80). */
  unknownFrames: number
  /** From the provider to this browser and back, as the provider measured it last; null before it has. */
  pingMs: number | null
  /** From the end of the person's last turn to the agent's first sound at the speaker; null before the first answer. */
  answerMs: number | null
}

/** What a person has chosen for every conversation. */
export interface TalkSettings {
  patienceMs: number
  pushToTalk: boolean
}

/** Levels change 47 times a second, so they are read in an animation frame instead of being part of the snapshot. */
export interface SoundLevels {
  /** Amplitude of 0..1; 0 while muted. */
  microphone: number
  agent: number
  /** How much of which response has been played. */
  heardEventId: number | null
  heardMs: number
}

export interface StartOptions {
  /** First ends the conversation that a `session_active` problem named (D74). */
  endOther?: string
  /** The lost conversation whose last turns the agent should know (D76). */
  resumeOf?: string
}

export interface StartedSession {
  id: string
  conversationId: string
  signedUrl: string
}

/** The part of the recap that the server's answer knows; absent fields keep what was known here. */
export interface SettledSession {
  usedSeconds: number
  reason?: EndReason | null
  balanceSeconds?: number | null
}

/** As PUT /api/user/sessions/{id}/end takes it: minutes and dollars, both only logged there (D29, D77). */
export interface EndFigures {
  duration: number
  cost: number
}

/** Rejections are read by `problems.ts`: `{status, code, message}` of the server, anything else is the network. */
export interface ConversationApi {
  start: (agentId: string, resumeOf?: string) => Promise<StartedSession>
  end: (sessionId: string, figures: EndFigures) => Promise<SettledSession>
  reconnect: (sessionId: string) => Promise<{ signedUrl: string }>
  /** The end call with `keepalive`, for a page that goes away: nothing is awaited. */
  endWithKeepalive: (sessionId: string, figures: EndFigures) => void
}

/** From the frame that came in (or the turn that ended) to the first or last sample of sound. */
export type SoundMetric = 'message_to_sound' | 'interruption_to_silence' | 'turn_to_sound'

/** Each sound metric is told twice: until the audio graph had rendered the sample, and until the speaker plays it. */
export type MetricName = 'click_to_connected' | SoundMetric | `${SoundMetric}_at_speaker`

export interface ConversationDependencies {
  api: ConversationApi
  openSocket: OpenSocket
  devices: AudioDevices
  clock: Clock
  /** At the beginning; the shortest patience and no push to talk unless told. */
  settings?: Partial<TalkSettings>
  /** Milliseconds on the page's clock, for benchmarks. */
  onMetric?: (name: MetricName, ms: number) => void
}

/** The snapshot before a conversation. */
export function readySnapshot({ patienceMs, pushToTalk }: TalkSettings): Snapshot {
  return {
    phase: 'idle',
    activity: 'listening',
    muted: false,
    pushToTalk,
    patienceMs,
    agentId: null,
    sessionId: null,
    conversationId: null,
    elapsedSeconds: 0,
    secondsLeft: null,
    bound: 'balance',
    warningSecondsLeft: null,
    limitSecondsLeft: null,
    idleSecondsLeft: null,
    isMicrophoneLost: false,
    soundBlocked: false,
    lines: [],
    problem: null,
    recap: null,
    unknownFrames: 0,
    pingMs: null,
    answerMs: null,
  }
}
