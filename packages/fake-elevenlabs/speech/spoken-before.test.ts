import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { Worker } from 'node:worker_threads'
import { SpokenBefore } from './spoken-before.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-spoken-'))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

it('finds a sentence that another installation has spoken, byte for byte', () => {
  new SpokenBefore(folder).keep('slt 1 Hello.', Uint8Array.of(1, 2, 255))
  expect(new SpokenBefore(folder).find('slt 1 Hello.')).toEqual(Uint8Array.of(1, 2, 255))
  expect(new SpokenBefore(folder).find('rms 1 Hello.')).toBeNull()
})

it('drops what nobody has heard for 30 days', () => {
  const before = new SpokenBefore(folder)
  before.keep('old', Uint8Array.of(1))
  const [file = ''] = fs.readdirSync(folder)
  const longAgo = new Date(Date.now() - 31 * 86_400_000)
  fs.utimesSync(path.join(folder, file), longAgo, longAgo)
  before.keep('heard', Uint8Array.of(2))
  const next = new SpokenBefore(folder)
  expect(next.find('old')).toBeNull()
  expect(next.find('heard')).toEqual(Uint8Array.of(2))
})

it('only takes longer where nothing can be written', () => {
  const before = new SpokenBefore('/dev/null/speech')
  before.keep('a', Uint8Array.of(1))
  before.takeTurn('a')
  expect(before.find('a')).toBeNull()
})

it('lets one of several make a sound while the others wait, but not for one that has died', async () => {
  const before = new SpokenBefore(folder)
  before.takeTurn('a')
  const waiting = await otherTakesTurn('a')
  before.keep('a', Uint8Array.of(1))
  expect(await waiting.found).toEqual(Uint8Array.of(1))

  before.takeTurn('b')
  const longAgo = new Date(Date.now() - 60_000)
  for (const name of fs.readdirSync(folder)) fs.utimesSync(path.join(folder, name), longAgo, longAgo)
  expect(await (await otherTakesTurn('b')).found).toBeNull()
})

/** Takes a turn in another thread. Resolves when it has begun; `found` is what lies there after the turn has come. */
async function otherTakesTurn(key: string): Promise<{ found: Promise<Uint8Array | null> }> {
  const program = `const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then(({ SpokenBefore }) => {
      const before = new SpokenBefore(workerData.folder)
      parentPort.postMessage('begun')
      before.takeTurn(workerData.key)
      parentPort.postMessage(before.find(workerData.key))
    })`
  const module = new URL('./spoken-before.ts', import.meta.url).href
  const worker = new Worker(program, { eval: true, workerData: { module, folder, key } })
  const next = () => new Promise<unknown>((resolve) => worker.once('message', resolve))
  await next()
  return { found: next() as Promise<Uint8Array | null> }
}
