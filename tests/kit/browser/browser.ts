import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test as base, type Browser, chromium, expect, type Page } from '@playwright/test'
import type { prepareChromium } from '../../../scripts/running/chromium.mjs'

const question = path.resolve(import.meta.dirname, '../../../packages/fake-elevenlabs/testing/question.wav')
/** While four conversations share a machine, an answer can take nine seconds; a question before that interrupts it. */
const questionEveryS = 11
const bytesPerSecond = 2 * 48_000
const headerBytes = 44

/** For short-lived pages, where optimizing code that runs only a few times took a tenth of all processor time. */
const forShortDocuments = ['--js-flags=--no-maglev --no-turbofan --always-sparkplug --no-concurrent-sparkplug']

/** Launches a Chromium with a recorded voice as microphone. */
export async function launchChromium(args: string[] = [], speech = writeSpeech()): Promise<Browser> {
  const prepared = JSON.parse(process.env.LUNA_CHROMIUM ?? '{}') as Awaited<ReturnType<typeof prepareChromium>>
  const browser = await chromium.launch({
    executablePath: prepared.executablePath,
    env: { ...(process.env as Record<string, string>), ...prepared.env },
    args: [
      ...prepared.args,
      ...args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${speech}`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  browser.once('disconnected', () => fs.rmSync(path.dirname(speech), { recursive: true, force: true }))
  return browser
}

/** Writes the recorded question with a long silence, which Chromium repeats. Returns the file's path. */
function writeSpeech(): string {
  const wav = Buffer.alloc(headerBytes + questionEveryS * bytesPerSecond)
  fs.readFileSync(question).copy(wav)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(wav.length - headerBytes, 40)
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'luna-speech-')), 'question.wav')
  fs.writeFileSync(file, wav)
  return file
}

/** The browser itself reports refused requests of our own calls, which the tests see on the page. */
const refusal = /Failed to load resource: the server responded with a status of/

/** Collects what the page and its popups complain about. The function that it returns checks it. */
export function watchNoise(page: Page, expected: RegExp | null): () => void {
  const noise: string[] = []
  const note = (one: Page) => noteNoise(one, noise)
  note(page)
  const context = page.context().on('page', note)
  return () => {
    context.off('page', note)
    const unexpected = noise.filter((line) => !expected?.test(line))
    expect(unexpected, 'console noise').toEqual([])
  }
}

interface Options {
  /** What a test makes the page log on purpose; set it with `test.use`. */
  expectedNoise: RegExp | null
}

export const inChromium = base.extend<Options, { browser: Browser }>({
  expectedNoise: [null, { option: true }],
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const browser = await launchChromium(forShortDocuments)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
})

function noteNoise(page: Page, noise: string[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (refusal.test(message.text()) && /\/(api|standins)\//.test(message.location().url)) return
    noise.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => noise.push(`page error: ${error.message}`))
}
