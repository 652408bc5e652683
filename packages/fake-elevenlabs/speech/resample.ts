/** Sound at another rate: band-limited interpolation with a windowed sinc, one set of weights per phase. */

const zeroCrossings = 8
const filters = new Map<string, Float32Array[]>()

/** Returns samples at `toHz`, full scale 1, of 16-bit samples at `fromHz`. */
export function resample(samples: Int16Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) return Float32Array.from(samples, (sample) => sample / 32_768)
  const phases = toHz / greatestDivisor(fromHz, toHz)
  const step = fromHz / greatestDivisor(fromHz, toHz)
  const filter = filterOf(fromHz, toHz, phases)
  const reach = ((filter[0]?.length ?? 1) - 1) / 2
  const result = new Float32Array(Math.floor((samples.length * phases) / step))
  for (let at = 0; at < result.length; at += 1) {
    const center = Math.floor((at * step) / phases)
    const weights = filter[(at * step) % phases] ?? []
    let sum = 0
    for (let tap = 0; tap < weights.length; tap += 1) sum += (samples[center + tap - reach] ?? 0) * (weights[tap] ?? 0)
    result[at] = sum / 32_768
  }
  return result
}

/** Returns the weights around a sample for each position between two samples. */
function filterOf(fromHz: number, toHz: number, phases: number): Float32Array[] {
  const key = `${fromHz} ${toHz}`
  const known = filters.get(key)
  if (known) return known
  const cutoff = Math.min(1, toHz / fromHz)
  const reach = Math.ceil(zeroCrossings / cutoff)
  const filter = Array.from({ length: phases }, (_, phase) =>
    Float32Array.from({ length: 2 * reach + 1 }, (_empty, tap) => {
      const distance = tap - reach - phase / phases
      return cutoff * sinc(cutoff * distance) * (0.5 + 0.5 * Math.cos((Math.PI * distance) / (reach + 1)))
    }),
  )
  filters.set(key, filter)
  return filter
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other)
}
