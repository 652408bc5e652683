import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { prepareChromium } from '../../scripts/running/chromium.mjs'

/** A question and a long silence, 7.1 s. */
export const speechFile = path.resolve(import.meta.dirname, '../../packages/fake-elevenlabs/testing/question.wav')

/** Launches a Chromium whose microphone asks a question every seven seconds, and whose sound needs no gesture. */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  const prepared = await prepareChromium()
  return chromium.launch({
    executablePath: prepared.executablePath,
    env: { ...(process.env as Record<string, string>), ...prepared.env },
    args: [
      ...prepared.args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${speechFile}`,
      '--autoplay-policy=no-user-gesture-required',
      ...args,
    ],
  })
}
