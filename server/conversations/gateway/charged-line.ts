import type { WebSocket } from 'ws'
import type { ServerMessage } from '#contract/conversations/voice-socket.ts'
import type { Clock } from '../../clock.ts'
import { BrowserLeg } from './browser-leg.ts'
import { Meter } from './meter.ts'

interface LineEvents {
  onFrame(data: Buffer, isBinary: boolean): void
  onBroken(): void
  /** The browser closed its socket on purpose. */
  onLeft(): void
  /** The line is known to be dead, or it is alive again and `soundMs` of sound from the gap was just delivered. */
  onLine(isAlive: boolean, soundMs: number): void
}

/** What a conversation amounts to, in milliseconds. */
export interface LineFigures {
  usedMs: number
  /** The part of the time since the start that is not charged. */
  freeMs: number
  /** The agent's sound that was delivered. */
  soundMs: number
}

/**
 * The line to the person, and what is charged for it. Free time begins when the line is known to be dead, by a closed
 * socket or by unanswered pings, and lasts until something is heard again (D176, D191).
 */
export class ChargedLine {
  #nowMs: () => number
  #events: LineEvents
  #browser: BrowserLeg
  #meter: Meter
  #sound: DeliveredSound
  #gap: LineGap

  constructor(clock: Pick<Clock, 'monotonicMs' | 'every' | 'now'>, events: LineEvents) {
    const nowMs = clock.monotonicMs
    this.#gap = new LineGap(clock.now)
    this.#nowMs = nowMs
    this.#events = events
    this.#meter = new Meter(nowMs)
    this.#sound = new DeliveredSound(nowMs)
    this.#browser = new BrowserLeg(clock, {
      onFrame: events.onFrame,
      onBroken: events.onBroken,
      onGone: (isClean) => (isClean ? events.onLeft() : this.#dead(0)),
      onSilent: (unheardMs) => this.#dead(unheardMs),
      onHeard: (soundMs) => this.#alive(soundMs),
    })
  }

  get isStarted(): boolean {
    return this.#meter.isStarted
  }

  /** Takes the socket of a browser that comes or returns. */
  attach(socket: WebSocket): void {
    this.#alive(this.#browser.attach(socket))
  }

  /** Starts charging time. */
  start(): void {
    this.#meter.start()
    if (!this.#browser.isAlive) this.#meter.pause({ unheardMs: 0, unplayedMs: 0 })
  }

  /** Discards what was measured so far. */
  reset(): void {
    this.#meter = new Meter(this.#nowMs)
    this.#sound = new DeliveredSound(this.#nowMs)
  }

  sendMetadata(frame: Buffer): void {
    this.#browser.sendMetadata(frame)
  }

  /** Passes on a frame of the provider with this much sound. */
  pass(frame: Buffer, soundMs: number): void {
    if (this.#browser.send(frame, soundMs)) this.#sound.deliver(soundMs)
  }

  /** Handles an interruption: sound that the provider sent ahead is not played. */
  cutSoundOff(): void {
    this.#sound.cutOff()
  }

  notify(message: ServerMessage): void {
    this.#browser.send(JSON.stringify(message))
  }

  /** Stops counting and delivering sound. */
  end(): void {
    this.#gap.end()
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

  /** Returns the last gap in the line. */
  gap(): Gap {
    return this.#gap.last
  }

  #dead(unheardMs: number): void {
    this.#gap.dead()
    this.#meter.pause({ unheardMs, unplayedMs: this.#sound.unplayedMs })
    this.#events.onLine(false, 0)
  }

  #alive(soundMs: number): void {
    this.#gap.alive()
    this.#meter.resume(soundMs)
    this.#sound.deliver(soundMs)
    this.#events.onLine(true, soundMs)
  }
}

/** How much of the agent's sound a browser received, in milliseconds, without what an interruption cut off (D85). */
class DeliveredSound {
  #nowMs: () => number
  #totalMs = 0
  #audibleUntilMs = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  get totalMs(): number {
    return this.#totalMs
  }

  /** Sound that the browser has received and not played yet. */
  get unplayedMs(): number {
    return Math.max(0, this.#audibleUntilMs - this.#nowMs())
  }

  deliver(soundMs: number): void {
    this.#totalMs += soundMs
    this.#audibleUntilMs = Math.max(this.#audibleUntilMs, this.#nowMs()) + soundMs
  }

  /** Sound that was sent ahead of playback is never heard. */
  cutOff(): void {
    this.#totalMs -= this.unplayedMs
    this.#audibleUntilMs = Math.min(this.#audibleUntilMs, this.#nowMs())
  }
}

/** When the line last died, and when it came back after that; null for what did not happen. */
interface Gap {
  lostAt: Date | null
  backAt: Date | null
}

/** Dates the last gap in a conversation's line. What happens after the end is no gap. */
export class LineGap {
  #now: () => Date
  #gap: Gap = { lostAt: null, backAt: null }
  #isOver = false

  constructor(now: () => Date) {
    this.#now = now
  }

  get last(): Gap {
    return this.#gap
  }

  dead(): void {
    const isKnown = this.#gap.lostAt !== null && this.#gap.backAt === null
    if (!isKnown && !this.#isOver) this.#gap = { lostAt: this.#now(), backAt: null }
  }

  alive(): void {
    const { lostAt, backAt } = this.#gap
    if (lostAt && !backAt && !this.#isOver) this.#gap = { lostAt, backAt: this.#now() }
  }

  end(): void {
    this.#isOver = true
  }
}
