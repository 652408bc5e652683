import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Speech } from '@luna/fake-elevenlabs/speech/speech.ts'
import { launchChromium } from '../../../kit/browser/browser.ts'
import { wavOf } from '../../../kit/browser/sounds.ts'
import { type Page, url } from '#tests/screens.ts'
import { setSwitches } from '../../faults.ts'

const rateHz = 16_000

/** Runs `act` in a browser into whose microphone somebody says these words, and lets the voice provider understand. */
export async function whileSpeaking(words: string, act: (page: Page) => Promise<void>): Promise<void> {
  const speech = new Speech()
  const pcm = await speech.say(words, { voice: 'rms', slowness: 1 })
  await speech.close()
  // Quiet, the words, and quiet again, which the microphone plays in a loop.
  const sound = Buffer.concat([Buffer.alloc(2 * 4 * rateHz), pcm, Buffer.alloc(2 * 30 * rateHz)])
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'luna-hearing-')), 'question.wav')
  fs.writeFileSync(file, wavOf(rateHz, sound))
  await setSwitches({ voiceService: { understandsSpeech: true } })
  const browser = await launchChromium([], file)
  try {
    await act(await browser.newPage({ baseURL: url, locale: 'en-US' }))
  } finally {
    await browser.close()
    await setSwitches({ voiceService: { understandsSpeech: false } })
  }
}
