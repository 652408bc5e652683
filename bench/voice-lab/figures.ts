/** Figures from a probe's record, in milliseconds. */
import type { ProbeRecord, ReceivedFrame } from './probe.ts'

const rateHz = 16_000

/** Returns the samples of a frame of sound. */
export function samplesOf(sound: string): Int16Array {
  const bytes = Buffer.from(sound, 'base64')
  return Int16Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at))
}

/** How many frames on each side are searched for the fastest, about a second. */
const around = 48

/**
 * Returns the times from a frame's first sample in the microphone to its sending, which is how far the provider lags
 * behind the person. The microphone's clock is read from the fastest frame within a second, because a busy machine's
 * microphone pauses at times, which delays nothing afterwards.
 */
export function sampleToWire({ sent }: ProbeRecord): number[] {
  let heardMs = 0
  const delays = sent.map(({ atMs, samples }) => {
    heardMs += (samples / rateHz) * 1000
    return atMs - heardMs
  })
  return delays.map((delay, at) => {
    const quickest = Math.min(...delays.slice(Math.max(0, at - around), at + around))
    return delay - quickest + ((sent[at]?.samples ?? 0) / rateHz) * 1000
  })
}

/**
 * Returns the times from the first frame of each answer to its first audible sample; silence at its beginning is no
 * delay.
 */
export function messageToSound({ received, loudness }: ProbeRecord): number[] {
  return firstFrames(received).flatMap(({ atMs, sound }) => {
    const isQuiet = (loudness.findLast((change) => change.atMs <= atMs)?.level ?? 0) === 0
    const first = loudness.find((change) => change.atMs > atMs && change.level > 0)
    return isQuiet && first && sound ? [first.atMs - atMs - leadingSilenceMs(sound)] : []
  })
}

/**
 * Returns the times from each interruption of an audible agent until nothing is heard (-60 dB) before the next answer
 * arrives; the whole time when it never falls silent.
 */
export function interruptionToSilence(record: ProbeRecord): number[] {
  return interruptions(record).flatMap(({ fromMs, toMs }) => {
    if (levelAt(record, fromMs) < 2) return []
    if (levelAt(record, toMs) === 2) return [toMs - fromMs]
    const silent = record.loudness.filter(({ atMs, level }) => atMs > fromMs && atMs <= toMs && level < 2)
    const sounding = record.loudness.findLast(({ atMs, level }) => atMs > fromMs && atMs <= toMs && level === 2)
    return [(silent.find(({ atMs }) => atMs >= (sounding?.atMs ?? 0))?.atMs ?? toMs) - fromMs]
  })
}

/**
 * Returns how long the interrupted answer was heard again, from `graceMs` after its interruption until the next answer
 * arrives.
 */
export function staleSound(record: ProbeRecord, graceMs: number): number[] {
  return interruptions(record).map(({ fromMs, toMs }) => {
    const beginMs = Math.min(fromMs + graceMs, toMs)
    const changes = record.loudness.filter(({ atMs }) => atMs > beginMs && atMs < toMs)
    let level = levelAt(record, beginMs)
    let at = beginMs
    let heardMs = 0
    for (const change of [...changes, { atMs: toMs, level: 0 }]) {
      if (level === 2) heardMs += change.atMs - at
      ;({ level, atMs: at } = change)
    }
    return heardMs
  })
}

/** Returns each interruption with the arrival of the first sound of a newer answer, or of the last frame at all. */
function interruptions({ received }: ProbeRecord): { fromMs: number; toMs: number }[] {
  const lastMs = received.at(-1)?.atMs ?? 0
  return received.flatMap(({ type, atMs, eventId }) => {
    if (type !== 'interruption' || eventId === null) return []
    const next = received.find((frame) => frame.sound !== null && (frame.eventId ?? 0) > eventId)
    return [{ fromMs: atMs, toMs: next?.atMs ?? lastMs }]
  })
}

function firstFrames(received: ReceivedFrame[]): ReceivedFrame[] {
  const seen = new Set<number | null>()
  return received.filter(({ sound, eventId }) => {
    if (sound === null || seen.has(eventId)) return false
    seen.add(eventId)
    return true
  })
}

function levelAt({ loudness }: ProbeRecord, ms: number): number {
  return loudness.findLast(({ atMs }) => atMs <= ms)?.level ?? 0
}

function leadingSilenceMs(sound: string): number {
  const first = samplesOf(sound).findIndex((sample) => sample !== 0)
  return (Math.max(0, first) / rateHz) * 1000
}

/** 10 ms. */
const blockSamples = 160
/** 1 % of full scale: quieter blocks of the same voice look alike and do not show where they belong. */
const quiet = 328

/**
 * Returns the share of `sent` that was played unchanged and in order, in blocks of 10 ms. Faded blocks do not count,
 * and quiet ones are left out.
 */
export function shareHeard(sent: Int16Array, played: ArrayLike<number>): number {
  let blocks = 0
  let found = 0
  let from = 0
  for (let at = 0; at + blockSamples <= sent.length; at += blockSamples) {
    const block = sent.subarray(at, at + blockSamples)
    if (block.every((sample) => Math.abs(sample) < quiet)) continue
    blocks++
    const place = indexOf(played, block, from)
    if (place < 0) continue
    found++
    from = place + blockSamples
  }
  return blocks === 0 ? 1 : found / blocks
}

function indexOf(played: ArrayLike<number>, block: Int16Array, from: number): number {
  for (let start = from; start + block.length <= played.length; start++) {
    let at = 0
    while (at < block.length && played[start + at] === block[at]) at++
    if (at === block.length) return start
  }
  return -1
}
