import os from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { normalizePassword } from '#contract/identity/typed-text.ts'
import { Refusal } from '../../kernel/problem.ts'

/**
 * argon2id (19 MiB, 2 passes, 1 lane: the library's defaults, D11). Hashing is the cheapest way to flood the server, so
 * at most two hashes run at once, one core stays free for all other requests, and a short queue waits. Beyond that, the
 * call is refused as busy.
 */
export class PasswordQueueFull extends Refusal {
  constructor() {
    super('busy', { retryAfterSeconds: 3 })
  }
}

const maxRunning = Math.max(1, Math.min(2, os.availableParallelism() - 1))
const maxWaiting = 50
let settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Makes this process hash at the lowest possible cost. Only for tests, which create thousands of people. */
export function hashCheaply(): void {
  settings = { memoryCost: 8, timeCost: 1, parallelism: 1 }
}

let running = 0
const waiting: (() => void)[] = []

async function inQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw new PasswordQueueFull()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return inQueue(() => hash(normalizePassword(password), settings))
}

let decoy: Promise<string> | undefined

interface Checked {
  matches: boolean
  /** Whether it matches only as typed, because its hash is from before passwords had one form (D200). */
  isFormer: boolean
}

/**
 * Checks a password, at first in the form that is hashed now. Without a stored hash it takes the same time and does not
 * match (D13).
 */
export async function checkPassword(stored: string | null, password: string): Promise<Checked> {
  decoy ??= hash('nobody has this password', settings)
  const hashed = stored ?? (await decoy)
  const normalized = normalizePassword(password)
  const matches = await inQueue(() => verify(hashed, normalized))
  const isFormer = !matches && normalized !== password && (await inQueue(() => verify(hashed, password)))
  return stored === null ? { matches: false, isFormer: false } : { matches: matches || isFormer, isFormer }
}
