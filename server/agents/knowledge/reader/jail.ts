/**
 * Reads files of strangers in a process of its own, which has little memory and time, sees no file but its own program,
 * and has no network and no environment.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { ReadDocument } from './read-file.ts'
import { longestText, refusals } from './refusal.ts'

/** Of the processor's time, because a busy machine takes longer. */
const withinCpuMs = 20_000
const withinMs = 60_000
const heapMb = 256
/** Buffers lie outside of the heap. */
const largestBytes = 700 * 1024 * 1024
const lookEveryMs = 100
/** Gets a third of what a call gets where both want the processor, and still ends on a busy machine. */
const niceness = 5
/** A character takes six bytes of JSON at most. */
const longestAnswer = longestText * 6 + 1000
const pageBytes = 4096
/** Of a process's times in /proc. */
const tickMs = 10

const root = path.resolve(import.meta.dirname, '../../../..')
const program = path.join(import.meta.dirname, 'main.ts')
/** What the process that reads files may do, as flags of Node. */
export const jailFlags = [
  `--max-old-space-size=${heapMb}`,
  '--disallow-code-generation-from-strings',
  '--permission',
  `--allow-fs-read=${path.join(import.meta.dirname, '*')}`,
  `--allow-fs-read=${path.join(root, 'node_modules', '*')}`,
  `--allow-fs-read=${path.join(root, 'package.json')}`,
  `--import=${new URL('./no-network.ts', import.meta.url).href}`,
]

type ReadResult = ReadDocument | { reason: string }

/**
 * Returns a file's text, or in words why there is none. One file is read at a time; `owner`, a person or `pages`, does
 * not get the next turn while files of others wait.
 */
export function readInJail(bytes: Uint8Array, filename: string, owner: string): Promise<ReadResult> {
  return turns.take(owner, () => read(bytes, filename))
}

async function read(bytes: Uint8Array, filename: string): Promise<ReadResult> {
  const child = spawn(process.execPath, [...jailFlags, program, filename], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  yieldToCalls(child)
  const stopped = new Promise<ReadResult>((resolve) => {
    const stop = (reason: string): void => {
      resolve({ reason })
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => stop(refusals.tooSlow), withinMs)
    const looking = setInterval(() => {
      if (residentBytes(child) > largestBytes) stop(refusals.unpacksTooLarge)
      if (usedCpuMs(child) > withinCpuMs) stop(refusals.tooSlow)
    }, lookEveryMs)
    child.once('close', () => {
      clearTimeout(timer)
      clearInterval(looking)
    })
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  return Promise.race([answerOf(child), stopped])
}

async function answerOf(child: ChildProcess): Promise<ReadResult> {
  const chunks: Buffer[] = []
  let length = 0
  child.stdout?.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > longestAnswer) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  await new Promise((resolve) => {
    child.once('close', resolve)
    child.once('error', resolve)
  })
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as ReadResult
  } catch {
    // It ran out of memory.
    return { reason: refusals.unpacksTooLarge }
  }
}

/** Lets the server's own work go first. A process that never began has no id. */
function yieldToCalls({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, niceness)
  } catch {
    // It has ended already.
  }
}

/** Returns the processor's time that a process has used; 0 where that cannot be seen. */
function usedCpuMs({ pid }: ChildProcess): number {
  try {
    const afterName = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(afterName[11]) + Number(afterName[12])) * tickMs
  } catch {
    return 0
  }
}

/** Returns the memory of a process; 0 where that cannot be seen. */
function residentBytes({ pid }: ChildProcess): number {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes
  } catch {
    return 0
  }
}

/** Work that is done one piece at a time. Owners take turns, so that the many pieces of one hold up nobody else. */

interface Waiting {
  owner: string
  work: () => Promise<unknown>
  settle: (result: Promise<unknown>) => void
}

export class Turns {
  readonly #waiting: Waiting[] = []
  #isBusy = false
  #lastOwner = ''

  /** Returns the result of a piece of work, which begins when it is its owner's turn. */
  take<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve) => {
      this.#waiting.push({ owner, work, settle: (result) => resolve(result as Promise<Result>) })
      if (!this.#isBusy) void this.#go()
    })
  }

  async #go(): Promise<void> {
    this.#isBusy = true
    for (let next = this.#next(); next; next = this.#next()) {
      this.#lastOwner = next.owner
      const result = next.work()
      next.settle(result)
      await result.catch(() => undefined)
    }
    this.#isBusy = false
  }

  /** Returns the oldest piece of somebody else than the last one, or else the oldest. */
  #next(): Waiting | undefined {
    const other = this.#waiting.findIndex(({ owner }) => owner !== this.#lastOwner)
    return this.#waiting.splice(Math.max(0, other), 1)[0]
  }
}

const turns = new Turns()
