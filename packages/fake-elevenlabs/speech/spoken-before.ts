/**
 * Sentences that were spoken before, as files of this checkout. A sentence of 9 s takes up to a second of computing,
 * and every installation here says the same ones.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const keptDays = 30
/** Far longer than any sentence takes; whoever announced it has died. */
const longestMakingMs = 20_000
const lookEveryMs = 50
const dayMs = 86_400_000

export class SpokenBefore {
  private readonly folder: string

  /** Drops what nobody has heard for 30 days from `folder`, which is made when missing. */
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

  /** Returns the sound of a sentence, whose key names all that it is made of; null when it was not spoken before. */
  find(key: string): Uint8Array<ArrayBuffer> | null {
    const file = this.fileOf(key)
    const sound = attempt(() => fs.readFileSync(file))
    if (!sound) return null
    attempt(() => fs.utimesSync(file, new Date(), new Date()))
    return Uint8Array.from(sound)
  }

  /** Keeps a sound. A file appears whole, because other processes read the folder. */
  keep(key: string, sound: Uint8Array): void {
    const file = this.fileOf(key)
    const draft = `${file}.${process.pid}`
    attempt(() => {
      fs.writeFileSync(draft, sound)
      fs.renameSync(draft, file)
      fs.rmSync(`${file}.making`, { force: true })
    })
  }

  /**
   * Announces that this process makes a sound, or waits until another process that announced it has made it. Blocks the
   * thread.
   */
  takeTurn(key: string): void {
    const file = this.fileOf(key)
    const mark = `${file}.making`
    const doze = new Int32Array(new SharedArrayBuffer(4))
    for (;;) {
      const announced = attempt(() => fs.writeFileSync(mark, '', { flag: 'wx' })) !== null
      const madeSinceMs = attempt(() => fs.statSync(mark).mtimeMs) ?? 0
      if (announced || Date.now() - madeSinceMs > longestMakingMs || fs.existsSync(file)) return
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
