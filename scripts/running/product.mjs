// Starts what the product needs around its server, PostgreSQL and the stand-ins, unless they are given.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { startPostgres } from './postgres.mjs'
import { startProcess } from './processes.mjs'

/**
 * Starts PostgreSQL (without DATABASE_URL) and the stand-ins (for every service without a key). `durable: false` gives
 * up the database's crash safety for speed and is meant for tests. Returns the variables with which the server finds
 * them, and `stop()`.
 */
export async function startSurroundings({ dataDirectory, appUrl, durable = true }) {
  const stops = []
  const env = {}
  try {
    if (!process.env.DATABASE_URL) {
      const postgres = await startPostgres({ directory: path.join(dataDirectory, 'postgres'), durable })
      stops.unshift(postgres.stop)
      env.DATABASE_URL = postgres.url
    }
    if (needsStandins()) {
      const standins = await startProcess('packages/control/main.ts', {
        env: { STANDINS_DIR: path.join(dataDirectory, 'standins'), APP_URL: appUrl },
      })
      stops.unshift(standins.stop)
      env.STANDINS_URL = `http://127.0.0.1:${standins.port}`
      env.STANDINS_SMTP_PORT = String(standins.smtpPort)
      env.STANDINS_WEBHOOK_SECRET = standins.stripeWebhookSecret
      env.STANDINS_VOICE_WEBHOOK_SECRET = standins.elevenLabsWebhookSecret
    }
  } catch (error) {
    for (const stop of stops) await stop()
    throw error
  }
  return {
    env,
    stop: async () => {
      for (const stop of stops) await stop()
    },
  }
}

function needsStandins() {
  const { STANDINS, STRIPE_SECRET_KEY, ELEVENLABS_API_KEY, SMTP_URL } = process.env
  return STANDINS !== 'off' && !(STRIPE_SECRET_KEY && ELEVENLABS_API_KEY && SMTP_URL)
}

/** Adds the variables of the file `.env` that the environment lacks. */
export function readEnvFile() {
  const file = path.join(root, '.env')
  if (fs.existsSync(file)) process.loadEnvFile(file)
}

export function dataDirectory() {
  return path.resolve(root, process.env.DATA_DIR || '.data')
}

/**
 * Allows one installation per data folder, because a second start would take the database away from the first. The mark
 * of a killed predecessor is taken over.
 */
export function takeDataDirectory(directory) {
  fs.mkdirSync(directory, { recursive: true })
  const file = path.join(directory, 'luna.pid')
  const owner = runningOwner(directory)
  if (owner !== null && owner !== process.pid) {
    throw new Error(`Luna already runs on ${directory} (process ${owner}). Stop it first, or set DATA_DIR and PORT.`)
  }
  fs.writeFileSync(file, String(process.pid))
  return () => fs.rmSync(file, { force: true })
}

/** Returns the process that runs on a data folder now; null when none does. */
export function runningOwner(directory) {
  const owner = readOwner(path.join(directory, 'luna.pid'))
  return owner !== null && isLuna(owner) ? owner : null
}

/** Returns the variables of the server that runs on a data folder now; null when none does. */
export function runningEnv(directory) {
  if (!runningOwner(directory)) return null
  const file = path.join(directory, 'server-env.json')
  if (!fs.existsSync(file)) throw new Error('Luna is still starting or stopping. Try again in a moment.')
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

function readOwner(file) {
  try {
    return Number(fs.readFileSync(file, 'utf8')) || null
  } catch {
    return null
  }
}

function isLuna(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scripts')
  } catch {
    return process.platform !== 'linux'
  }
}
