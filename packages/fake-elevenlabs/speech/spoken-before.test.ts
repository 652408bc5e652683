import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
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
  expect(before.find('a')).toBeNull()
})
