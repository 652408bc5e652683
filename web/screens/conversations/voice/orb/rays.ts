/** Draws the ring of rays around an agent's picture: the sound of the last second, or a waiting animation. */

export type RingLook = 'still' | 'connecting' | 'listening' | 'thinking' | 'speaking' | 'muted' | 'reconnecting'

const rayCount = 96
const restLength = 0.12
const thinkingStepMs = 400
const connectingTurnMs = 2400

/** The levels of the last second, newest first, drawn from the top of the ring down both sides. */
export class LevelHistory {
  readonly #levels = new Float32Array(32)

  /** @param level 0 to 1 */
  add(level: number): void {
    this.#levels.copyWithin(1, 0)
    this.#levels[0] = level
  }

  /** @param place 0 for the newest to 1 for the oldest */
  at(place: number): number {
    const index = Math.min(this.#levels.length - 1, Math.round(place * (this.#levels.length - 1)))
    return this.#levels[index] ?? 0
  }
}

interface Ray {
  /** 0 at rest, 1 at most. */
  length: number
  opacity: number
}

/** Draws one frame in the canvas's text color. */
export function drawRing(canvas: HTMLCanvasElement, look: RingLook, history: LevelHistory, timeMs: number): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const scale = window.devicePixelRatio || 1
  const size = canvas.clientWidth
  const pixels = Math.round(size * scale)
  if (canvas.width !== pixels) canvas.width = canvas.height = pixels
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, size, size)
  context.translate(size / 2, size / 2)
  context.strokeStyle = getComputedStyle(canvas).color
  context.lineWidth = Math.max(1.5, size / 110)
  context.lineCap = 'round'
  const innerRadius = size * 0.33
  const room = size * 0.15
  for (let index = 0; index < rayCount; index++) {
    const turn = index / rayCount
    const { length, opacity } = rayAt(turn, look, history, timeMs)
    const sin = Math.sin(turn * Math.PI * 2)
    const cos = -Math.cos(turn * Math.PI * 2)
    const outerRadius = innerRadius + room * (restLength + (1 - restLength) * length)
    context.globalAlpha = opacity
    context.beginPath()
    context.moveTo(sin * innerRadius, cos * innerRadius)
    context.lineTo(sin * outerRadius, cos * outerRadius)
    context.stroke()
  }
}

/** @param turn place on the ring, 0 at the top and 0.5 at the bottom */
function rayAt(turn: number, look: RingLook, history: LevelHistory, timeMs: number): Ray {
  switch (look) {
    case 'listening':
    case 'speaking': {
      const level = history.at(1 - Math.abs(1 - turn * 2))
      return { length: level, opacity: 0.4 + 0.6 * level }
    }
    case 'connecting': {
      const behind = (1 + ((timeMs / connectingTurnMs) % 1) - turn) % 1
      return { length: 0, opacity: 0.15 + 0.85 * (1 - behind) ** 2 }
    }
    case 'thinking': {
      const isLit = Math.floor(turn * 3) === Math.floor(timeMs / thinkingStepMs) % 3
      return { length: isLit ? 0.12 : 0, opacity: isLit ? 1 : 0.3 }
    }
    case 'reconnecting':
      return { length: 0, opacity: Math.floor(turn * 24) % 2 === 0 ? 0.9 : 0 }
    default:
      return { length: 0, opacity: 0.4 }
  }
}
