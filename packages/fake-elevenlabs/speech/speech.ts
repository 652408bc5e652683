/** Speech: sentences become sound, through a worker thread and a cache. */
import { Worker } from 'node:worker_threads'
import type { SpeechOrder, SpeechResult } from './flite-worker.ts'

/** Rate of all sound of this stand-in, in both directions. */
export const sampleRateHz = 16_000

/** The synthesizer's voices that speak any text at 16 kHz. */
export const fliteVoices = ['slt', 'rms', 'awb', 'kal16'] as const
export type FliteVoice = (typeof fliteVoices)[number]

/** How an agent sounds: the synthesizer's voice, and how much its speech is stretched. */
export interface VoiceSound {
  voice: FliteVoice
  slowness: number
}

interface CachedSpeech {
  pcm: Promise<Uint8Array>
  /** 0 until it is spoken. */
  bytes: number
}

const cacheLimitBytes = 24 * 1024 * 1024

/** Returns the sound of a voice of the stand-in's account; `speed` is the provider's setting, 0.7 to 1.2. */
export function soundOfVoice(voiceId: string, speed = 1): VoiceSound {
  const voice = fliteVoices.find((name) => name === voiceId)
  if (!voice) throw new Error(`${voiceId} is no voice of the synthesizer`)
  return { voice, slowness: 1 / speed }
}

/** Speaks one sentence at a time; `close` ends its thread. */
export class Speech {
  /** Whether nobody waits for it in a conversation, so that everything else may take the processor first. */
  private readonly isPatient: boolean
  private worker: Worker | undefined
  private orders = 0
  private readonly waiting = new Map<number, { resolve(pcm: Uint8Array): void; reject(error: Error): void }>()
  private readonly cache = new Map<string, CachedSpeech>()
  private cachedBytes = 0

  constructor({ isPatient = false } = {}) {
    this.isPatient = isPatient
  }

  /**
   * Returns the sound of one sentence: signed 16-bit little-endian mono PCM at 16 kHz, empty when there is nothing to
   * say.
   */
  say(sentence: string, sound: VoiceSound): Promise<Uint8Array> {
    const text = plainText(sentence)
    if (!/[a-z0-9]/i.test(text)) return Promise.resolve(new Uint8Array())
    const key = `${sound.voice} ${sound.slowness} ${text}`
    const known = this.cache.get(key)
    if (known) {
      this.cache.delete(key)
      this.cache.set(key, known)
      return known.pcm
    }
    const entry: CachedSpeech = { pcm: this.order(text, sound), bytes: 0 }
    this.cache.set(key, entry)
    entry.pcm.then(
      (pcm) => this.countCached(entry, pcm.length),
      () => this.cache.delete(key),
    )
    return entry.pcm
  }

  async close(): Promise<void> {
    await this.worker?.terminate()
    this.worker = undefined
  }

  private order(text: string, sound: VoiceSound): Promise<Uint8Array> {
    const worker = (this.worker ??= this.startWorker())
    const id = (this.orders += 1)
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      worker.postMessage({ id, text, ...sound } satisfies SpeechOrder)
    })
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL('./flite-worker.ts', import.meta.url), {
      workerData: { isPatient: this.isPatient },
    })
    worker.unref()
    worker.on('message', (result: SpeechResult) => {
      const waiter = this.waiting.get(result.id)
      this.waiting.delete(result.id)
      if (result.pcm) waiter?.resolve(result.pcm)
      else waiter?.reject(new Error(`speech synthesis failed: ${result.error}`))
    })
    const fail = (error: Error): void => {
      if (this.worker === worker) this.worker = undefined
      for (const waiter of this.waiting.values()) waiter.reject(error)
      this.waiting.clear()
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the speech thread ended')))
    return worker
  }

  /** Drops the sentences unused for the longest time when the cache is full. */
  private countCached(entry: CachedSpeech, bytes: number): void {
    entry.bytes = bytes
    this.cachedBytes += bytes
    for (const [key, oldest] of this.cache) {
      if (this.cachedBytes <= cacheLimitBytes) return
      this.cachedBytes -= oldest.bytes
      this.cache.delete(key)
    }
  }
}

/** Returns plain text, because the synthesizer reads only plain letters and takes a leading dash for an option. */
function plainText(sentence: string): string {
  return sentence
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2013\u2014]/g, ', ')
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/^[\s-]+/, '')
    .trim()
}
