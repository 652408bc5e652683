/**
 * Keeps spoken sentences as files, because nine seconds of speech take up to a second to compute and all installations
 * that start from one checkout say the same sentences.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { threadId } from 'node:worker_threads'

const keptDays = 30
/** Far longer than any sentence takes: by then the process that announced it has died. */
const longestMakingMs = 20_000
const lookEveryMs = 50
const dayMs = 86_400_000

export class SpeechCache {
  private readonly folder: string

  /** Drops what has not been used for 30 days from `folder`, which is created when missing. */
  constructor(folder: string) {
    this.folder = folder
    attempt(() => {
      fs.mkdirSync(folder, { recursive: true })
      const oldestMs = Date.now() - keptDays * dayMs
      for (const file of fs.readdirSync(folder).map((name) => path.join(folder, name))) {
        if (fs.statSync(file).mtimeMs < oldestMs) fs.rmSync(file, { force: true })
      }
    })
  }

  /** Returns the sound of a sentence, whose key names everything that it depends on; null when it is not kept. */
  find(key: string): Uint8Array<ArrayBuffer> | null {
    const file = this.fileOf(key)
    const sound = attempt(() => fs.readFileSync(file))
    if (!sound) return null
    attempt(() => fs.utimesSync(file, new Date(), new Date()))
    return Uint8Array.from(sound)
  }

  /** Keeps a sound. Its file appears complete, because other processes and threads read the folder. */
  keep(key: string, sound: Uint8Array): void {
    const file = this.fileOf(key)
    const draft = `${file}.${process.pid}.${threadId}`
    attempt(() => {
      fs.writeFileSync(draft, sound)
      fs.renameSync(draft, file)
      fs.rmSync(`${file}.making`, { force: true })
    })
  }

  /**
   * Announces that this thread makes a sound that is not kept, or waits until the one that announced it has kept it.
   * Blocks the thread.
   */
  takeTurn(key: string): void {
    const file = this.fileOf(key)
    const mark = `${file}.making`
    const doze = new Int32Array(new SharedArrayBuffer(4))
    while (!fs.existsSync(file)) {
      const announced = attempt(() => fs.writeFileSync(mark, '', { flag: 'wx' })) !== null
      const announcedAtMs = attempt(() => fs.statSync(mark).mtimeMs) ?? 0
      if (announced || Date.now() - announcedAtMs > longestMakingMs) return
      Atomics.wait(doze, 0, 0, lookEveryMs)
    }
  }

  private fileOf(key: string): string {
    return path.join(this.folder, `${createHash('sha256').update(key).digest('hex')}.pcm`)
  }
}

/** Returns what `act` returns; null when it fails, because a full or read-only disk costs only time. */
function attempt<Result>(act: () => Result): Result | null {
  try {
    return act()
  } catch {
    return null
  }
}
