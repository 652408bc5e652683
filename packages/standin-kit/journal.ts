import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Named collections of JSON values in one file. Values are live: change one, then `put` it again. */
export type Store = {
  get<T>(collection: string, id: string): T | undefined
  /** Returns every value of a collection, oldest first. */
  list<T>(collection: string): T[]
  put(collection: string, id: string, value: unknown): void
  remove(collection: string, id: string): void
  /**
   * Writes everything put since the last flush as one line, so that after a crash either all or none of it is there.
   */
  flush(): void
  close(): void
}

type Change = [collection: string, id: string, value: unknown]

const COMPACT_AFTER_BYTES = 100_000_000

/**
 * Opens a journal: each line is one flush, the newest value of an id wins, `null` removes it. Writes are synchronous,
 * so a completed `flush` survives a kill of the process.
 */
export function openStore(file: string): Store {
  mkdirSync(dirname(file), { recursive: true })
  const collections = readJournal(file)
  let journal = compact(file, collections)
  let bytesSinceCompact = 0
  const dirty = new Map<string, Change>()

  function collection(name: string): Map<string, unknown> {
    const known = collections.get(name) ?? new Map<string, unknown>()
    collections.set(name, known)
    return known
  }

  return {
    get: <T>(name: string, id: string) => collection(name).get(id) as T | undefined,
    list: <T>(name: string) => [...collection(name).values()] as T[],
    put(name, id, value) {
      collection(name).set(id, value)
      dirty.set(`${name} ${id}`, [name, id, value])
    },
    remove(name, id) {
      collection(name).delete(id)
      dirty.set(`${name} ${id}`, [name, id, null])
    },
    flush() {
      if (dirty.size === 0) return
      bytesSinceCompact += writeSync(journal, `${JSON.stringify([...dirty.values()])}\n`)
      dirty.clear()
      if (bytesSinceCompact < COMPACT_AFTER_BYTES) return
      closeSync(journal)
      journal = compact(file, collections)
      bytesSinceCompact = 0
    },
    close() {
      closeSync(journal)
    },
  }
}

function readJournal(file: string): Map<string, Map<string, unknown>> {
  const collections = new Map<string, Map<string, unknown>>()
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  for (const line of lines) {
    for (const [name, id, value] of parseLine(line)) {
      const collection = collections.get(name) ?? new Map<string, unknown>()
      collections.set(name, collection)
      if (value === null) collection.delete(id)
      else collection.set(id, value)
    }
  }
  return collections
}

/** Parses a line. One that a crash cut short was never answered, so it counts as not written. */
function parseLine(line: string): Change[] {
  if (!line.endsWith(']')) return []
  try {
    return JSON.parse(line) as Change[]
  } catch {
    return []
  }
}

/** Writes the current values into a new file and swaps it in. Returns it opened for appending. */
function compact(file: string, collections: Map<string, Map<string, unknown>>): number {
  const fresh = openSync(`${file}.new`, 'w', 0o600)
  for (const [name, collection] of collections) {
    for (const [id, value] of collection) writeSync(fresh, `${JSON.stringify([[name, id, value]])}\n`)
  }
  closeSync(fresh)
  renameSync(`${file}.new`, file)
  return openSync(file, 'a', 0o600)
}
