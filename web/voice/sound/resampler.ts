/** Samples on each side of the filter's middle, counted at the lower of the two rates. */
const halfTaps = 16

/** Edge of the passband as a fraction of the lower rate: 7.5 kHz at 16 kHz. */
const cutoff = 7500 / 16_000

/** Kaiser window: -62 dB from 8.5 kHz up with 96 taps at 48 kHz. */
const kaiserBeta = 6

/** Samples that are processed at once: one quantum of the audio thread. */
const pieceSamples = 128

/** Rates without a small common ratio share this many phases, whose rounding stays below -75 dB. */
const maxPhases = 4096

/**
 * Band-limited resampling between any two rates from 8 to 96 kHz, with state carried from block to block.
 *
 * The ratio is kept as two integers, so no sample is ever lost or made up: after n samples in there are exactly floor(n
 * * out / in) samples out (naive 341-of-1024 decimation drifts by 3.5 s an hour). 48 kHz to 16 kHz is a single 96-tap
 * filter with 1 ms delay; other ratios use one row of taps per phase.
 */
export class Resampler {
  readonly #up: number
  readonly #down: number
  readonly #taps: number
  readonly #phases: number
  readonly #table: Float32Array
  /** The last samples that the filter still needs, followed by the piece being filtered. */
  readonly #window: Float32Array
  /** Distance from the newest sample to the next output, in 1/up of an input sample. */
  #wait: number

  constructor(inputRateHz: number, outputRateHz: number) {
    const divisor = greatestCommonDivisor(inputRateHz, outputRateHz)
    this.#up = outputRateHz / divisor
    this.#down = inputRateHz / divisor
    const same = inputRateHz === outputRateHz
    const lowerRateHz = Math.min(inputRateHz, outputRateHz)
    this.#taps = same ? 1 : Math.ceil((2 * halfTaps * inputRateHz) / lowerRateHz)
    this.#phases = Math.min(this.#up, maxPhases)
    this.#table = same
      ? Float32Array.of(1)
      : designPhases(this.#taps, this.#phases, (cutoff * lowerRateHz) / inputRateHz)
    this.#window = new Float32Array(this.#taps - 1 + pieceSamples)
    this.#wait = this.#down
  }

  /**
   * Filters `input` into `output`, which must hold `maxOutput(input.length)` samples.
   * @returns the number of samples written
   */
  process(input: Float32Array, output: Float32Array): number {
    let written = 0
    for (let from = 0; from < input.length; from += pieceSamples) {
      const count = Math.min(pieceSamples, input.length - from)
      for (let at = 0; at < count; at++) this.#window[this.#taps - 1 + at] = input[from + at]!
      written = this.#filterPiece(count, output, written)
      this.#window.copyWithin(0, count, count + this.#taps - 1)
    }
    return written
  }

  /** Resets the state, so that the next sample starts from silence. */
  reset(): void {
    this.#window.fill(0)
    this.#wait = this.#down
  }

  /** Returns the most samples that `inputCount` samples can produce. */
  maxOutput(inputCount: number): number {
    return Math.ceil((inputCount * this.#up) / this.#down) + 1
  }

  /** Steps from output to output over the piece in the window; returns how many are written so far. */
  #filterPiece(count: number, output: Float32Array, alreadyWritten: number): number {
    const up = this.#up
    let written = alreadyWritten
    let wait = this.#wait
    let newest = -1
    for (;;) {
      const steps = Math.ceil(wait / up)
      if (newest + steps >= count) break
      newest += steps
      wait -= steps * up
      output[written++] = this.#filter(newest, -wait)
      wait += this.#down
    }
    this.#wait = wait - (count - 1 - newest) * up
    return written
  }

  /** Returns the output that lies `behind` (in 1/up samples) the piece's sample at `newest`. */
  #filter(newest: number, behind: number): number {
    const taps = this.#taps
    const table = this.#table
    const window = this.#window
    const row = (this.#phases === this.#up ? behind : Math.floor((behind * this.#phases) / this.#up)) * taps
    let sum = 0
    for (let tap = 0; tap < taps; tap++) sum += table[row + tap]! * window[newest + tap]!
    return sum
  }
}

/**
 * Returns a Kaiser-windowed sinc per phase, each row with a gain of exactly 1 at 0 Hz so that phases do not ripple. Half
 * of the rows are the others reversed.
 */
function designPhases(taps: number, phases: number, cutoffPerSample: number): Float32Array {
  const table = new Float32Array(taps * phases)
  const row = new Float64Array(taps)
  for (let phase = 0; phase < phases / 2; phase++) {
    const shift = (phase + 0.5) / phases - 0.5 - (taps - 1) / 2
    let sum = 0
    for (let tap = 0; tap < taps; tap++) {
      const t = tap + shift
      row[tap] = sinc(2 * cutoffPerSample * t) * kaiser((2 * t) / taps)
      sum += row[tap]!
    }
    for (let tap = 0; tap < taps; tap++) {
      table[phase * taps + tap] = table[(phases - phase) * taps - 1 - tap] = row[tap]! / sum
    }
  }
  return table
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** Returns the window at x of -1..1, 0 outside; its height does not matter. */
function kaiser(x: number): number {
  return Math.abs(x) > 1 ? 0 : besselI0(kaiserBeta * Math.sqrt(1 - x * x))
}

function besselI0(x: number): number {
  let term = 1
  let sum = 1
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
