import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import { prepareChromium } from '../../scripts/running/chromium.mjs'
import { freePort } from '../../scripts/running/free-port.mjs'
import { startSurroundings } from '../../scripts/running/product.mjs'
import { startProcess } from '../../scripts/running/processes.mjs'

/** A running Luna, as a worker finds it. */
export interface ScreensLuna {
  url: string
  databaseUrl: string
}

/** Starts a whole Luna for each worker; the addresses reach the tests through the environment. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const started = await Promise.all(Array.from({ length: workers }, (_, worker) => startLuna(`screens-${worker}`)))
  process.env.LUNA_SCREENS = JSON.stringify(started.map(({ luna }) => luna))
  process.env.LUNA_CHROMIUM = JSON.stringify(await prepareChromium())
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

async function startLuna(name: string): Promise<{ luna: ScreensLuna; stop: () => Promise<void> }> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-screens-'))
  fs.chmodSync(directory, 0o755)
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const surroundings = await startSurroundings({ dataDirectory: directory, appUrl: url, durable: false })
  const logDirectory = path.join(process.env.LUNA_RUN_DIRECTORY ?? directory, name)
  fs.mkdirSync(logDirectory, { recursive: true })
  const server = await startProcess('server/main.ts', {
    execArgv: ['--import', new URL('cheap-passwords.ts', import.meta.url).href],
    env: {
      ...surroundings.env,
      PORT: port,
      DATA_DIR: directory,
      // Reading aloud takes computing; the story that listens brings its sounds.
      AGENT_SOUNDS: 'off',
      RATE_LIMIT_FACTOR: '100',
      LOG_LEVEL: 'debug',
      LOG_FILE: path.join(logDirectory, 'server.log'),
    },
  })
  await stopRecognizing(url)
  return {
    luna: { url, databaseUrl: surroundings.env.DATABASE_URL ?? '' },
    stop: async () => {
      await server.stop()
      await surroundings.stop()
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Turns off recognition, which takes seconds per question; stories about what was recognized turn it on. */
async function stopRecognizing(url: string): Promise<void> {
  const answer = await fetch(`${url}/standins/control.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ voiceService: { understandsSpeech: false } }),
  })
  if (!answer.ok) throw new Error(`stand-ins: ${answer.status} ${await answer.text()}`)
}
