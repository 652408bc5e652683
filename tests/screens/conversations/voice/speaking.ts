import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Speech } from '@luna/fake-elevenlabs/speech/speech.ts'
import type { Page } from '../../fixtures.ts'
import { inBrowser } from './own-browser.ts'
import { withHearing } from './talking.ts'

const rateHz = 16_000

/** Records quiet, these words, and quiet again, for a browser's fake microphone, which plays it in a loop. */
async function record(words: string, file: string): Promise<void> {
  const speech = new Speech()
  const pcm = await speech.say(words, { voice: 'rms', slowness: 1 })
  await speech.close()
  const sound = Buffer.concat([Buffer.alloc(2 * 4 * rateHz), pcm, Buffer.alloc(2 * 30 * rateHz)])
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + sound.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rateHz, 24)
  header.writeUInt32LE(rateHz * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(sound.length, 40)
  fs.writeFileSync(file, Buffer.concat([header, sound]))
}

/** Runs `act` in a browser into whose microphone somebody says these words, and lets the voice provider understand. */
export async function whileSpeaking(words: string, act: (page: Page) => Promise<void>): Promise<void> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-hearing-'))
  const file = path.join(directory, 'question.wav')
  await record(words, file)
  const microphone = [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${file}`,
  ]
  await withHearing(() => inBrowser(microphone, act))
  fs.rmSync(directory, { recursive: true })
}
