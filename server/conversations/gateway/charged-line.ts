import type { WebSocket } from 'ws'
import type { ServerMessage } from '#contract/conversations/voice-socket.ts'
import { BrowserLeg } from './browser-leg.ts'
import { DeliveredSound } from './delivered-sound.ts'
import { Meter } from './meter.ts'

export interface LineEvents {
  onFrame(data: Buffer, isBinary: boolean): void
  onBroken(): void
  /** The browser closed its socket on purpose. */
  onLeft(): void
  /** The line is known to be dead, or it is alive again and `soundMs` of sound from the gap was delivered just now. */
  onLine(isAlive: boolean, soundMs: number): void
}

/** What a conversation has come to, in milliseconds. */
export interface LineFigures {
  usedMs: number
  /** What of the time since the conversation's start is not counted. */
  freeMs: number
  /** The agent's sound that was delivered. */
  soundMs: number
}

/**
 * The line to the person, and what is charged for it. Time is free only while nothing is delivered: from the moment at
 * which the line is known to be dead, by a closed socket or by pings without an answer, to the moment at which something
 * is heard of it again (D176).
 */
export class ChargedLine {
  #nowMs: () => number
  #events: LineEvents
  #browser: BrowserLeg
  #meter: Meter
  #sound: DeliveredSound

  constructor(nowMs: () => number, events: LineEvents) {
    this.#nowMs = nowMs
    this.#events = events
    this.#meter = new Meter(nowMs)
    this.#sound = new DeliveredSound(nowMs)
    this.#browser = new BrowserLeg({
      onFrame: events.onFrame,
      onBroken: events.onBroken,
      onGone: (isClean) => (isClean ? events.onLeft() : this.#dead()),
      onSilent: () => this.#dead(),
      onHeard: (soundMs) => this.#alive(soundMs),
    })
  }

  get isStarted(): boolean {
    return this.#meter.isStarted
  }

  /** A browser that comes, or comes back. */
  attach(socket: WebSocket): void {
    this.#alive(this.#browser.attach(socket))
  }

  /** From here on time is charged. */
  start(): void {
    this.#meter.start()
    if (!this.#browser.isAlive) this.#meter.pause()
  }

  /** Nothing of what was measured so far is charged. */
  reset(): void {
    this.#meter = new Meter(this.#nowMs)
    this.#sound = new DeliveredSound(this.#nowMs)
  }

  sendMetadata(frame: Buffer): void {
    this.#browser.sendMetadata(frame)
  }

  /** Passes a frame of the provider on, with so much sound in it. */
  pass(frame: Buffer, soundMs: number): void {
    if (this.#browser.send(frame, soundMs)) this.#sound.deliver(soundMs)
  }

  /** The provider was interrupted: what it sent ahead is no longer played. */
  cutSoundOff(): void {
    this.#sound.cutOff()
  }

  tell(message: ServerMessage): void {
    this.#browser.send(JSON.stringify(message))
  }

  /** Nothing more is counted, and no sound delivered. */
  end(): void {
    this.#meter.end()
    this.#browser.dropSound()
  }

  close(code: number, reason: string): void {
    this.#browser.close(code, reason)
  }

  figures(): LineFigures {
    const [usedMs, freeMs] = [this.#meter.usedMs(), this.#meter.freeMs()]
    return { usedMs: Math.floor(usedMs), freeMs: Math.floor(freeMs), soundMs: Math.floor(this.#sound.totalMs) }
  }

  #dead(): void {
    this.#meter.pause()
    this.#events.onLine(false, 0)
  }

  #alive(soundMs: number): void {
    this.#meter.resume(soundMs)
    this.#sound.deliver(soundMs)
    this.#events.onLine(true, soundMs)
  }
}
