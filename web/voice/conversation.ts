import { Call } from './call.ts'
import { maxPatienceMs, turnEndWindows, windowMs } from './constants.ts'
import {
  type ConversationDependencies,
  type Phase,
  noSound,
  readySnapshot,
  type Snapshot,
  type SoundLevels,
  type StartOptions,
} from './conversation-state.ts'
import type { AudioDevices } from './sound/devices.ts'

/** Phases from which a new conversation may start. */
const restingPhases: readonly Phase[] = ['idle', 'denied', 'unavailable', 'ended']

const minPatienceMs = Math.round(turnEndWindows * windowMs)

const silence: Readonly<SoundLevels> = noSound()

/**
 * Voice conversations, one at a time, as a state machine without a framework: commands in, `Snapshot` out.
 *
 * No command throws or rejects; failures become `snapshot.problem`, a new object each time. `subscribe` and
 * `getSnapshot` fit React's useSyncExternalStore. Every end releases microphone, sound and socket (D88).
 */
export class Conversation {
  readonly #deps: ConversationDependencies
  readonly #listeners = new Set<() => void>()
  #snapshot: Snapshot
  #call: Call | null = null

  constructor(deps: ConversationDependencies) {
    this.#deps = deps
    const { patienceMs = minPatienceMs, pushToTalk = false } = deps.settings ?? {}
    this.#snapshot = readySnapshot({ patienceMs, pushToTalk })
  }

  /** Calls `listener` after every change; returns a function that stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): Snapshot => this.#snapshot

  /** The current sound levels, to be read in an animation frame: they change too often for a snapshot. */
  get levels(): Readonly<SoundLevels> {
    return this.#call?.talk.sound.levels ?? silence
  }

  /** Prepares the sound when the dialog opens, which saves some 50 ms at the start; needs no permission. */
  prepare(): void {
    this.#deps.devices.prepare()
  }

  /**
   * Starts a conversation; must be called inside a click, where browsers allow sound and microphone. Does nothing while
   * one is running.
   */
  start(agentId: string, options: StartOptions = {}): void {
    if (!restingPhases.includes(this.#snapshot.phase)) return
    const { patienceMs, pushToTalk } = this.#snapshot
    // Its last words would play over this one.
    this.#call?.talk.sound.silence()
    this.#snapshot = { ...readySnapshot(this.#snapshot), agentId, muted: pushToTalk }
    const call: Call = new Call(this.#deps, (patch) => {
      if (call === this.#call) this.#set(patch)
    })
    this.#call = call
    call.talk.turns.setPatience(patienceMs)
    call.talk.sound.muted = pushToTalk
    void call.begin(agentId, options)
  }

  /** Ends the conversation: `ending`, then `ended` with a recap; an unfinished start goes back to idle. */
  end(): void {
    this.#call?.end()
  }

  /** The record/stop button: switches between talking and muted, when zeros are sent (D83). */
  toggleMute(): void {
    if (!this.#snapshot.pushToTalk) this.#mute(!this.#snapshot.muted)
  }

  /**
   * Switches push to talk, which sends the user's sound only while `holdToTalk` is on; kept for later conversations.
   */
  setPushToTalk(isOn: boolean): void {
    this.#set({ pushToTalk: isOn })
    this.#mute(isOn)
  }

  /** Reports that the push-to-talk key or button is held or released. */
  holdToTalk(isHeld: boolean): void {
    if (this.#snapshot.pushToTalk) this.#mute(!isHeld)
  }

  /** Changes the speaker, at once and for later conversations. */
  chooseSpeaker(speakerId: string): void {
    this.#deps.devices.choose({ speakerId })
  }

  /**
   * Changes the microphone, at once and for later conversations.
   * @throws the browser's error when it cannot be opened; a running conversation then keeps its microphone
   */
  async chooseMicrophone(microphoneId: string): Promise<void> {
    this.#deps.devices.choose({ microphoneId })
    if (this.#isOn()) await this.#call?.talk.sound.changeMicrophone()
  }

  /** Tries a microphone again after `isMicrophoneLost`; a failure becomes a problem. */
  retryMicrophone(): void {
    void this.#call?.talk.sound.retryMicrophone()
  }

  /** Microphone and speaker, for testing them while no conversation is running. */
  get devices(): AudioDevices {
    return this.#deps.devices
  }

  /**
   * Sends a typed turn, which interrupts the agent.
   * @returns false if it is blank or there is no running conversation
   */
  sendText(text: string): boolean {
    const trimmed = text.trim()
    if (!trimmed || this.#snapshot.phase !== 'connected' || !this.#call) return false
    this.#call.talk.type(trimmed)
    return true
  }

  /** Sets the silence that ends a turn, 171 to 1500 ms; kept for later conversations (D83). */
  setPatience(ms: number): void {
    const patienceMs = Math.min(maxPatienceMs, Math.max(minPatienceMs, ms))
    this.#call?.talk.turns.setPatience(patienceMs)
    this.#set({ patienceMs })
  }

  /** Resumes the sound after `soundBlocked`; must be called inside a tap. */
  resumeSound(): void {
    this.#call?.talk.sound.resume()
  }

  /** Reports that the person is at the noted step, with the pointer or the focus, or has left it. */
  holdNoted(isHeld: boolean): void {
    this.#call?.talk.noted.hold(isHeld)
  }

  /** Clears the problem on the screen. */
  clearProblem(): void {
    this.#set({ problem: null })
  }

  /**
   * Returns to 'Ready to connect' and keeps only the settings (S165). A running conversation is ended and saved in the
   * background, and only a failure of that becomes a problem. This also disposes of the conversation.
   */
  reset(): void {
    const call = this.#call
    this.#call = null
    this.#snapshot = readySnapshot(this.#snapshot)
    this.#notify()
    call?.talk.sound.silence()
    this.#deps.devices.discard()
    void call?.discard().then((problem) => problem && this.#set({ problem }))
  }

  /** For `pagehide`: ends a conversation with a call that outlives the page (D75). */
  leave(): void {
    const call = this.#call
    if (!call) return
    this.#call = null
    call.leave()
    call.talk.sound.silence()
    this.#snapshot = readySnapshot(this.#snapshot)
    this.#notify()
  }

  #isOn(): boolean {
    return this.#call !== null && !restingPhases.includes(this.#snapshot.phase)
  }

  #mute(muted: boolean): void {
    if (!this.#call || !this.#isOn()) return
    this.#call.talk.sound.muted = muted
    this.#set({ muted })
  }

  #set(patch: Partial<Snapshot>): void {
    const changed = (Object.keys(patch) as (keyof Snapshot)[]).some((key) => patch[key] !== this.#snapshot[key])
    if (!changed) return
    this.#snapshot = { ...this.#snapshot, ...patch }
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
