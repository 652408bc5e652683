/** The entries of a ZIP file, unpacked under limits: what it declares about itself is not believed. */
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { Refusal, refusals } from './refusal.ts'
import type { Entries } from './xml.ts'

const mostEntries = 2000
const mostBytes = 100 * 1024 * 1024
const highestRatio = 200
/** Small files are packed well: the ratio counts from here. */
const ratioFromBytes = 1024 * 1024
const pieceBytes = 16 * 1024

/** Entries that hold words or say where they are. */
const wanted = /^mimetype$|\.(xml|rels|opf|x?html?|css)$/i

/**
 * Returns the entries that may hold words, and the names of all. Everything else is counted, not kept. Throws `Refusal`
 * for a bomb, a name that leads out of the archive, and a damaged file.
 */
export function unpack(bytes: Uint8Array): { names: string[]; entries: Entries } {
  const kept = new Map<string, Uint8Array[]>()
  const names: string[] = []
  let unpacked = 0
  // Errors that are thrown within a callback reach the callback again.
  let fault: Refusal | null = null
  const unzip = new Unzip((file) => {
    names.push(file.name)
    if (names.length > mostEntries || file.name.split(/[/\\]/).includes('..')) fault ??= new Refusal(refusals.damaged)
    const pieces: Uint8Array[] = []
    if (wanted.test(file.name)) kept.set(file.name, pieces)
    file.ondata = (error, piece) => {
      if (error) fault ??= new Refusal(refusals.damaged)
      unpacked += piece?.length ?? 0
      if (unpacked > mostBytes || isBomb(unpacked, bytes.length)) fault ??= new Refusal(refusals.unpacksTooLarge)
      if (fault) return
      if (kept.get(file.name) === pieces) pieces.push(piece)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  for (let at = 0; at < bytes.length && !fault; at += pieceBytes) {
    unzip.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length)
  }
  if (fault) throw fault
  if (names.length === 0) throw new Refusal(refusals.damaged)
  return { names, entries: new Map([...kept].map(([name, pieces]) => [name, new Uint8Array(Buffer.concat(pieces))])) }
}

function isBomb(unpacked: number, packed: number): boolean {
  return unpacked > ratioFromBytes && unpacked / packed > highestRatio
}
