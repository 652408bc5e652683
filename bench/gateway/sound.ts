import fs from 'node:fs'

/**
 * Recorded sound in chunks of 64 ms that carry their number and the time when they were sent, so that the other end
 * knows how long each took and whether one is missing.
 */

const pieceMs = 64
const sampleRate = 16_000
const pieceBytes = (sampleRate / 1000) * pieceMs * 2
/** Divisible by three, because head and tail are encoded separately and joined. */
const headBytes = 24
const headCharacters = (headBytes / 3) * 4
/** The recording is at 48 kHz; every third sample gives one at 16 kHz. */
const wavHeaderBytes = 44
const decimation = 3

/** Returns milliseconds of the machine's monotonic clock, which all its processes share. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Everything of each chunk except its head, in base64, made once. */
const tails = readTails(new URL('../../packages/fake-elevenlabs/testing/question.wav', import.meta.url))

function readTails(file: URL): string[] {
  const recorded = fs.readFileSync(file).subarray(wavHeaderBytes)
  const samples = Buffer.alloc(Math.floor(recorded.length / decimation / 2) * 2)
  for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(recorded.readInt16LE(at * decimation), at)
  const count = Math.floor(samples.length / pieceBytes)
  return Array.from({ length: count }, (_, i) =>
    samples.subarray(i * pieceBytes + headBytes, (i + 1) * pieceBytes).toString('base64'),
  )
}

/** One end's outgoing sound. */
export class SoundSource {
  sent = 0
  #head = Buffer.alloc(headBytes)

  /** Returns the next chunk in base64, stamped with the current time. */
  next(): string {
    this.#head.writeDoubleLE(sharedNowMs(), 0)
    this.#head.writeUInt32LE(this.sent, 8)
    const tail = tails[this.sent % tails.length] ?? ''
    this.sent++
    return this.#head.toString('base64') + tail
  }
}

/** How long one chunk was under way. */
export interface Took {
  sentAtMs: number
  ms: number
}

/** One end's incoming sound. */
export class SoundSink {
  received = 0
  /** Chunks that did not follow the one before: lost, repeated, or out of order. */
  misplaced = 0
  readonly took: Took[] = []

  take(base64: string): void {
    const nowMs = sharedNowMs()
    const head = Buffer.from(base64.slice(0, headCharacters), 'base64')
    if (head.readUInt32LE(8) !== this.received) this.misplaced++
    this.received++
    const sentAtMs = head.readDoubleLE(0)
    this.took.push({ sentAtMs, ms: nowMs - sentAtMs })
  }
}

/** Calls `act` once for each chunk's time, in real time without drift, from its own start. Returns how to stop. */
export function playInRealTime(act: () => void): () => void {
  let dueMs = performance.now() + Math.random() * pieceMs
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(play, Math.max(0, dueMs - performance.now()))
  }
  const play = () => {
    for (; dueMs <= performance.now(); dueMs += pieceMs) act()
    wait()
  }
  wait()
  return () => clearTimeout(timer)
}
