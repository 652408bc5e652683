import type { SoundLevels } from '#web/voice/conversation-state.ts'
import { LevelTrail, loudnessOf } from './level-trail.ts'
import { RayRing, type RingLook } from './rays.ts'

/** Sixty frames a second, with slack: without it, a display of 60 Hz would show every second frame. */
const frameMs = 1000 / 60
const slackMs = 4

/** A device that takes longer than this for a frame gets a picture that costs less. */
const slowGapMs = 22
const slowDrawMs = 5
/** Part of a new figure in the running averages: about a second's worth. */
const averageShare = 1 / 60

const quietLevel = 0.01
/** How long it must be quiet before the frames stop (the whole trail is empty), and how often the loop then listens. */
const quietMs = 1200
const listenMs = 50

interface Parts {
  canvas: HTMLCanvasElement
  /** Grows a little with the sound. */
  moon: HTMLElement
  glow: HTMLElement
}

/**
 * Draws a conversation's levels outside React: rays on a canvas, and transform and opacity of two elements. It rests
 * when nothing moves.
 */
export class RingLoop {
  readonly #parts: Parts
  readonly #levels: () => Readonly<SoundLevels>
  readonly #ring: RayRing | null
  readonly #trail = new LevelTrail()
  readonly #resizing: ResizeObserver
  #look: RingLook = 'still'
  #request = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #drawnAtMs = 0
  #quietSinceMs = 0
  #gapMs = frameMs
  #drawMs = 0
  /** What is spared: nothing, details of the picture, or every second frame, too. */
  #thrift: 0 | 1 | 2 = 0

  constructor(parts: Parts, levels: () => Readonly<SoundLevels>) {
    this.#parts = parts
    this.#levels = levels
    const context = parts.canvas.getContext('2d')
    this.#ring = context && new RayRing(context)
    this.#resizing = new ResizeObserver(() => this.#fit())
    this.#resizing.observe(parts.canvas)
  }

  /** Shows another state; its rays are of the canvas's own text color. */
  show(look: RingLook): void {
    this.#look = look
    this.#readColor()
    this.#wake()
  }

  stop(): void {
    this.#resizing.disconnect()
    cancelAnimationFrame(this.#request)
    clearTimeout(this.#timer)
  }

  #readColor(): void {
    const { color } = getComputedStyle(this.#parts.canvas)
    const isForced = matchMedia('(forced-colors: active)').matches
    this.#ring?.setColor(color, this.#look === 'speaking' && !isForced ? '#ffffff' : color)
  }

  #fit(): void {
    const ratio = Math.min(window.devicePixelRatio || 1, this.#thrift > 0 ? 1.5 : 2)
    this.#ring?.resize(this.#parts.canvas.clientWidth, ratio)
    this.#readColor()
    this.#wake()
  }

  #wake(): void {
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#request)
    this.#quietSinceMs = performance.now()
    this.#request = requestAnimationFrame((nowMs) => this.#frame(nowMs))
  }

  #frame(nowMs: number): void {
    const elapsedMs = nowMs - this.#drawnAtMs
    if (elapsedMs >= (this.#thrift > 1 ? frameMs * 2 : frameMs) - slackMs) {
      this.#drawnAtMs = nowMs
      this.#draw(elapsedMs, nowMs)
    }
    if (this.#isAtRest(nowMs)) this.#rest()
    else this.#request = requestAnimationFrame((nextMs) => this.#frame(nextMs))
  }

  #draw(elapsedMs: number, nowMs: number): void {
    const startedMs = performance.now()
    this.#trail.step(elapsedMs, this.#loudness())
    this.#ring?.draw(this.#look, this.#trail, nowMs)
    const { level } = this.#trail
    const growth = this.#look === 'listening' ? -0.02 : 0.03
    this.#parts.moon.style.transform = `scale(${(1 + growth * level).toFixed(4)})`
    this.#parts.glow.style.opacity = (0.3 + 0.5 * level).toFixed(3)
    if (this.#thrift < 2) this.#watchCost(elapsedMs, performance.now() - startedMs)
  }

  #loudness(): number {
    if (this.#look === 'speaking') return loudnessOf('agent', this.#levels())
    return this.#look === 'listening' ? loudnessOf('microphone', this.#levels()) : 0
  }

  /**
   * Falls back to fewer and plainer rays and fewer pixels, and if that is not enough to half the frames; going back and
   * forth would be worse.
   */
  #watchCost(gapMs: number, drawMs: number): void {
    this.#gapMs += (Math.min(gapMs, 100) - this.#gapMs) * averageShare
    this.#drawMs += (drawMs - this.#drawMs) * averageShare
    if (this.#gapMs <= slowGapMs && this.#drawMs <= slowDrawMs) return
    this.#thrift = this.#thrift === 0 ? 1 : 2
    this.#gapMs = frameMs
    this.#drawMs = 0
    this.#ring?.cheapen()
    this.#fit()
  }

  #isAtRest(nowMs: number): boolean {
    const isMoving = this.#look === 'connecting' || this.#look === 'thinking' || this.#look === 'reconnecting'
    if (isMoving || this.#trail.level > quietLevel) this.#quietSinceMs = nowMs
    return nowMs - this.#quietSinceMs > quietMs
  }

  /** Without frames until there is sound again. */
  #rest(): void {
    const hasSound = this.#look === 'listening' || this.#look === 'speaking'
    if (!hasSound) return
    this.#timer = setTimeout(() => (this.#loudness() > quietLevel ? this.#wake() : this.#rest()), listenMs)
  }
}
