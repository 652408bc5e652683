import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { SpeechCache } from './speech-cache.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-speech-cache-'))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

it('finds a sentence that another installation has spoken, byte for byte', () => {
  new SpeechCache(folder).keep('slt 1 Hello.', Uint8Array.of(1, 2, 255))
  expect(new SpeechCache(folder).find('slt 1 Hello.')).toEqual(Uint8Array.of(1, 2, 255))
  expect(new SpeechCache(folder).find('rms 1 Hello.')).toBeNull()
})

it('drops what has not been used for 30 days', () => {
  const cache = new SpeechCache(folder)
  cache.keep('old', Uint8Array.of(1))
  const [file = ''] = fs.readdirSync(folder)
  const longAgo = new Date(Date.now() - 31 * 86_400_000)
  fs.utimesSync(path.join(folder, file), longAgo, longAgo)
  cache.keep('heard', Uint8Array.of(2))
  const next = new SpeechCache(folder)
  expect(next.find('old')).toBeNull()
  expect(next.find('heard')).toEqual(Uint8Array.of(2))
})

it('only takes longer where nothing can be written', () => {
  const cache = new SpeechCache('/dev/null/speech')
  cache.keep('a', Uint8Array.of(1))
  cache.takeTurn('a')
  expect(cache.find('a')).toBeNull()
})

it('lets one of several make a sound while the others wait, but not for one that has died', async () => {
  const cache = new SpeechCache(folder)
  cache.takeTurn('a')
  const waiting = await otherTakesTurn('a')
  cache.keep('a', Uint8Array.of(1))
  expect(await waiting.found).toEqual(Uint8Array.of(1))

  cache.takeTurn('b')
  const longAgo = new Date(Date.now() - 60_000)
  for (const name of fs.readdirSync(folder)) fs.utimesSync(path.join(folder, name), longAgo, longAgo)
  expect(await (await otherTakesTurn('b')).found).toBeNull()
})

/** Takes a turn in another thread. Resolves when it has begun; `found` is what lies there after the turn has come. */
async function otherTakesTurn(key: string): Promise<{ found: Promise<Uint8Array | null> }> {
  const program = `const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then(({ SpeechCache }) => {
      const cache = new SpeechCache(workerData.folder)
      parentPort.postMessage('begun')
      cache.takeTurn(workerData.key)
      parentPort.postMessage(cache.find(workerData.key))
    })`
  const module = new URL('./speech-cache.ts', import.meta.url).href
  const worker = new Worker(program, { eval: true, workerData: { module, folder, key } })
  const next = () => new Promise<unknown>((resolve) => worker.once('message', resolve))
  await next()
  return { found: next() as Promise<Uint8Array | null> }
}
