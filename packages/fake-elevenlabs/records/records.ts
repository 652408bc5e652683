/** State in files: one JSON file per agent and per conversation, on disk before a request is answered. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A map in which every change is a whole file, so that it survives the process being killed at any moment. */
export class Records<T> {
  private readonly folder: string
  private readonly all = new Map<string, T>()

  /** Reads what an earlier process left in `folder`; half-written files never appear under their name. */
  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.json')) continue
      this.all.set(name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8')) as T)
    }
  }

  get(id: string): T | undefined {
    return this.all.get(id)
  }

  values(): T[] {
    return [...this.all.values()]
  }

  /** `id` must be one of our own, because it becomes a file name. */
  set(id: string, record: T): void {
    const target = this.fileOf(id)
    writeFileSync(`${target}.new`, JSON.stringify(record))
    renameSync(`${target}.new`, target)
    this.all.set(id, record)
  }

  delete(id: string): void {
    rmSync(this.fileOf(id), { force: true })
    this.all.delete(id)
  }

  private fileOf(id: string): string {
    return join(this.folder, `${id}.json`)
  }
}
