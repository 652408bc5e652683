import type { SoundLevels } from '#web/voice/conversation-state.ts'
import { LevelTrail, loudnessOf } from './level-trail.ts'

/** Draws the rays around an agent's moon: the sound of the last second, or a quiet picture of what is going on. */

export type RingLook = 'still' | 'connecting' | 'listening' | 'thinking' | 'speaking' | 'muted' | 'reconnecting'

/** Rays on one half of the ring, from the top to the bottom; the other half mirrors them. */
const halfCount = 60

/** Sizes as parts of the canvas's width. */
const innerRadius = 0.385
const longestRay = 0.105
const shortestRay = 0.007

const opacities = [0.35, 0.5, 0.65, 0.8, 1] as const

const connectingTurnMs = 2400
const thinkingWaveMs = 2400
const reconnectingTurnMs = 6000
const ringDashes = 24

const sines = new Float32Array(halfCount + 1)
const cosines = new Float32Array(halfCount + 1)
/** Small, fixed differences, so that the rays look grown and not machined. */
const weights = new Float32Array(halfCount + 1)
for (let ray = 0; ray <= halfCount; ray++) {
  const angle = (ray / halfCount) * Math.PI
  sines[ray] = Math.sin(angle)
  cosines[ray] = -Math.cos(angle)
  weights[ray] = 0.85 + 0.3 * ((ray * 0.618_034 * 7) % 1)
}

/** The rays of one canvas. Nothing is allocated per frame, and there is one stroke per opacity. */
export class RayRing {
  readonly #context: CanvasRenderingContext2D
  readonly #lengths = new Float32Array(halfCount + 1)
  readonly #steps = new Uint8Array(halfCount + 1)
  #size = 0
  /** The color of each step: the same gradient for all, or on a slow device from the ray's color to that of its tip. */
  #inks: readonly (string | CanvasGradient)[] = []
  #color = ''
  #isCheap = false

  constructor(context: CanvasRenderingContext2D) {
    this.#context = context
  }

  /** Takes the canvas's new width, in CSS pixels. */
  resize(size: number, pixelRatio: number): void {
    const { canvas } = this.#context
    this.#size = size
    canvas.width = canvas.height = Math.round(size * pixelRatio)
    this.#context.setTransform(pixelRatio, 0, 0, pixelRatio, (size / 2) * pixelRatio, (size / 2) * pixelRatio)
    this.#mixInk()
  }

  /** Takes the color of the rays, and the one at their tips. */
  setColor(color: string, tip: string): void {
    this.#color = `${color};${tip}`
    this.#mixInk()
  }

  /** Draws every second ray from now on, each in one color, which takes a third of the time. */
  cheapen(): void {
    this.#isCheap = true
    this.#mixInk()
  }

  #mixInk(): void {
    const [color = '', tip = color] = this.#color.split(';')
    if (color === '' || this.#size === 0) return
    if (this.#isCheap) {
      const last = opacities.length - 1
      this.#inks = opacities.map((_, step) => `color-mix(in srgb, ${tip} ${(step / last) * 100}%, ${color})`)
      return
    }
    const inner = this.#size * innerRadius
    const gradient = this.#context.createRadialGradient(0, 0, inner, 0, 0, inner + this.#size * longestRay)
    gradient.addColorStop(0, color)
    gradient.addColorStop(1, tip)
    this.#inks = opacities.map(() => gradient)
  }

  draw(look: RingLook, trail: LevelTrail, timeMs: number): void {
    const context = this.#context
    const half = this.#size / 2
    context.clearRect(-half, -half, this.#size, this.#size)
    context.lineCap = this.#isCheap ? 'butt' : 'round'
    context.strokeStyle = this.#inks[0] ?? ''
    if (look === 'reconnecting' || look === 'muted') this.#drawRing(look === 'reconnecting', timeMs)
    if (look === 'reconnecting' || (look === 'muted' && trail.level < 0.02)) return
    for (let ray = 0; ray <= halfCount; ray++) this.#measure(ray, look, trail, timeMs)
    context.lineWidth = Math.max(2, this.#size / 140)
    for (let step = 0; step < opacities.length; step++) this.#strokeStep(step, look, timeMs)
    context.globalAlpha = 1
  }

  /** Sets length (0 to 1) and opacity of a ray and its mirror. */
  #measure(ray: number, look: RingLook, trail: LevelTrail, timeMs: number): void {
    const place = ray / halfCount
    const reach = look === 'listening' || look === 'muted' ? 0.5 : 1
    let length = trail.at(place) * weights[ray]! * reach
    if (look === 'thinking') {
      const wave = 0.5 + 0.5 * Math.sin((place * 2 - timeMs / thinkingWaveMs) * Math.PI * 2)
      length = Math.max(length, 0.16 * wave)
    }
    this.#lengths[ray] = Math.min(1, length)
    this.#steps[ray] = Math.min(opacities.length - 1, Math.floor(length * 1.6 * opacities.length))
  }

  /** Strokes all rays of one opacity, in one path or, which is quicker without a GPU, in a path each. */
  #strokeStep(step: number, look: RingLook, timeMs: number): void {
    const context = this.#context
    const inner = this.#size * innerRadius
    context.globalAlpha = opacities[step]!
    context.strokeStyle = this.#inks[step] ?? ''
    context.beginPath()
    for (let ray = 0; ray <= halfCount; ray += this.#isCheap ? 2 : 1) {
      const outer = inner + this.#size * (shortestRay + (longestRay - shortestRay) * this.#lengths[ray]!)
      const isMirrored = ray > 0 && ray < halfCount
      for (let side = 1; side >= (isMirrored ? -1 : 1); side -= 2) {
        if (this.#stepOf(ray, side, look, timeMs) !== step) continue
        const x = side * sines[ray]!
        const y = cosines[ray]!
        if (this.#isCheap) context.beginPath()
        context.moveTo(x * inner, y * inner)
        context.lineTo(x * outer, y * outer)
        if (this.#isCheap) context.stroke()
      }
    }
    if (!this.#isCheap) context.stroke()
  }

  /** While connecting, a light runs around the ring; otherwise a ray is as bright as it is long. */
  #stepOf(ray: number, side: number, look: RingLook, timeMs: number): number {
    if (look !== 'connecting') return this.#steps[ray]!
    const turn = side > 0 ? ray / halfCount / 2 : 1 - ray / halfCount / 2
    const behind = (1 + ((timeMs / connectingTurnMs) % 1) - turn) % 1
    return Math.floor(opacities.length * (1 - behind) ** 2 * 0.999)
  }

  /** A thin ring, dashed and turning while the line is down. */
  #drawRing(isDashed: boolean, timeMs: number): void {
    const context = this.#context
    const radius = this.#size * (innerRadius + longestRay * 0.15)
    const dash = (radius * Math.PI * 2) / ringDashes / 2
    context.lineWidth = 2
    context.globalAlpha = 0.9
    if (isDashed) {
      context.setLineDash([dash, dash])
      context.lineDashOffset = -((timeMs / reconnectingTurnMs) % 1) * dash * 2 * ringDashes
    }
    context.beginPath()
    context.arc(0, 0, radius, 0, Math.PI * 2)
    context.stroke()
    context.setLineDash([])
  }
}

/** Sixty frames a second, with slack: without it, a display of 60 Hz would show every second frame. */
const frameMs = 1000 / 60
const slackMs = 4

/** A device that takes longer than this for a frame gets a picture that costs less. */
const slowGapMs = 22
const slowDrawMs = 5
/** Part of a new figure in the running averages: about a second's worth. */
const averageShare = 1 / 60

/** Until then nothing is drawn of a line that is being opened: connecting has the processor for itself. */
const unseenMs = 300

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
    cancelAnimationFrame(this.#request)
    clearTimeout(this.#timer)
    const begin = () => {
      this.#readColor()
      this.#wake()
    }
    if (look === 'connecting') this.#timer = setTimeout(begin, unseenMs)
    else begin()
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
