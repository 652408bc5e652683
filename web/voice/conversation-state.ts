import type { EndReason, StepNoted, TalkBound } from '#contract/conversations/voice-socket.ts'
import type { Clock } from './clock.ts'
import type { OpenSocket } from './line/connection.ts'
import type { AudioDevices } from './sound/devices.ts'
import type { Problem } from './problems.ts'
import type { TranscriptLine } from './transcript.ts'

/**
 * The phase of the conversation.
 *
 * idle ('Ready to connect') -> requesting_microphone -> denied | unavailable, or -> connecting -> queued -> connected
 * -> reconnecting -> connected -> ending -> ended. A start that fails after the microphone goes back to idle with a
 * `problem`; a conversation that was connected always passes through ending to ended, with a `recap`.
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

/** Who is speaking; meaningful only while connected. */
export type Activity = 'listening' | 'user_speaking' | 'thinking' | 'agent_speaking'

export interface Recap {
  reason: EndReason
  /** Charged seconds as the server settled them, or as last known here; null while the server still counts them. */
  usedSeconds: number | null
  /** Seconds left to talk, if the server sent them. */
  balanceSeconds: number | null
}

/** A next step as the gateway reports it. */
export type NotedStep = StepNoted['step_noted_event']

/** Everything a screen shows. Every change makes a new object; unchanged parts keep their identity. */
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
  /** Counts down from the gateway's last figure; null before the first. */
  secondsLeft: number | null
  /** What will run out first. */
  bound: TalkBound
  /** Set at 120 and 30 s left; null again once minutes are bought (D73). */
  warningSecondsLeft: number | null
  /** Counts down from 120 s before the conversation's time limit; null before (D86, D190). */
  limitSecondsLeft: number | null
  /** 'Are you still there?': seconds until the call ends unless somebody speaks (D86). */
  idleSecondsLeft: number | null
  /** The next step that the agent has noted within the last seconds. */
  noted: NotedStep | null
  /** Whether no microphone works. Typed turns and the agent's sound continue; `retryMicrophone` tries again. */
  isMicrophoneLost: boolean
  /** Whether the microphone is muted outside of this page, or delivers nothing at all (D203). */
  isMicrophoneSilent: boolean
  /** Whether the system blocks sound: show 'Tap to continue', which calls `resumeSound`. */
  soundBlocked: boolean
  /** The whole conversation, oldest first, at most 500 lines; the compact view shows the last two (D90). */
  lines: readonly TranscriptLine[]
  problem: Problem | null
  recap: Recap | null
  /** How many frames were not understood (D80). */
  unknownFrames: number
  /** Round trip from the provider to this browser, as last measured by the provider; null before that. */
  pingMs: number | null
  /** From the end of the user's last turn to the agent's first sound at the speaker; null before the first answer. */
  answerMs: number | null
}

/** What the user has chosen for every conversation. */
export interface TalkSettings {
  patienceMs: number
  pushToTalk: boolean
}

/** Sound levels. They change 47 times a second, so they are read in an animation frame and not in the snapshot. */
export interface SoundLevels {
  /** Amplitude of 0..1; 0 while muted. */
  microphone: number
  agent: number
  /** Which response is playing, and how much of it has been played. */
  heardEventId: number | null
  heardMs: number
  /** How much sound of that response has arrived, and whether no more seems to follow. */
  arrivedMs: number
  isWhole: boolean
}

/** Returns the levels before anything was heard. */
export function noSound(): SoundLevels {
  return { microphone: 0, agent: 0, heardEventId: null, heardMs: 0, arrivedMs: 0, isWhole: false }
}

export interface StartOptions {
  /** First ends the conversation that a `session_active` problem named (D74). */
  endOther?: string
  /** The interrupted conversation whose last turns the agent should know (D76). */
  resumeOf?: string
}

export interface StartedByServer {
  id: string
  conversationId: string
  signedUrl: string
}

/** The part of the recap from the server's answer; absent fields keep what was known here. */
export interface SettledConversation {
  usedSeconds: number
  reason?: EndReason | null
  balanceSeconds?: number | null
}

/** The body of PUT /api/user/sessions/{id}/end: minutes and dollars, both only logged there (D29, D77). */
export interface EndFigures {
  duration: number
  cost: number
}

/** `problems.ts` reads its rejections: `{status, code, message}` of the server; anything else is the network. */
export interface ConversationApi {
  start: (agentId: string, resumeOf?: string) => Promise<StartedByServer>
  end: (sessionId: string, figures: EndFigures) => Promise<SettledConversation>
  reconnect: (sessionId: string) => Promise<{ signedUrl: string }>
  /** The end call with `keepalive`, for a page that is being left: nothing is awaited. */
  endWithKeepalive: (sessionId: string, figures: EndFigures) => void
}

/** From the incoming frame (or the end of the turn) to the first or last sample of sound. */
export type SoundMetric = 'message_to_sound' | 'interruption_to_silence' | 'turn_to_sound'

/**
 * Each sound metric is reported twice: until the audio graph has rendered the sample, and until the speaker plays it.
 */
export type MetricName = 'click_to_connected' | SoundMetric | `${SoundMetric}_at_speaker`

export interface ConversationDependencies {
  api: ConversationApi
  openSocket: OpenSocket
  devices: AudioDevices
  clock: Clock
  /** The initial settings; by default the shortest patience and no push to talk. */
  settings?: Partial<TalkSettings>
  /** Milliseconds on the page's clock, for benchmarks. */
  onMetric?: (name: MetricName, ms: number) => void
}

/** Returns the snapshot before a conversation. */
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
    noted: null,
    limitSecondsLeft: null,
    idleSecondsLeft: null,
    isMicrophoneLost: false,
    isMicrophoneSilent: false,
    soundBlocked: false,
    lines: [],
    problem: null,
    recap: null,
    unknownFrames: 0,
    pingMs: null,
    answerMs: null,
  }
}
