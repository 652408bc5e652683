/**
 * The thirteen system calls that the speech synthesizer's WebAssembly program needs, in memory only.
 * Node's own `node:wasi` crashes the process when several voices run in it, and this program only reads its arguments
 * and writes one file.
 */

const success = 0
const badDescriptor = 8
const outputFolderDescriptor = 3
const outputFileDescriptor = 4
const outputFolder = new TextEncoder().encode('/out')
const fileTypes: Record<number, number> = { [outputFolderDescriptor]: 3, [outputFileDescriptor]: 4 }
const characterDevice = 2
const allRights = 0xffffffffffffffffn

/** Thrown by `proc_exit`, the only way to leave a running program. */
export class ProgramExit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`program ended with ${code}`)
    this.code = code
  }
}

/** One run of a program: give `imports` to the instance, then its memory to `attach`, then read `output()`. */
export interface ProgramRun {
  imports: WebAssembly.Imports
  attach(memory: WebAssembly.Memory): void
  /** Everything that the program wrote to its one output file. */
  output(): Uint8Array
}

class GrowingFile {
  private bytes = new Uint8Array(64 * 1024)
  private length = 0
  private position = 0

  write(data: Uint8Array): void {
    const end = this.position + data.length
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.bytes.length * 2))
      larger.set(this.bytes.subarray(0, this.length))
      this.bytes = larger
    }
    this.bytes.set(data, this.position)
    this.position = end
    this.length = Math.max(this.length, end)
  }

  /** `origin` as in the C library: 0 from the start, 1 from here, 2 from the end. */
  seek(offset: number, origin: number): number {
    const base = origin === 0 ? 0 : origin === 1 ? this.position : this.length
    this.position = base + offset
    return this.position
  }

  content(): Uint8Array {
    return this.bytes.slice(0, this.length)
  }
}

/** Prepares one run of the program with these arguments, of which the first is the program's own name. */
export function prepareRun(args: string[]): ProgramRun {
  let memory: WebAssembly.Memory | undefined
  const file = new GrowingFile()
  const view = (): DataView => new DataView((memory as WebAssembly.Memory).buffer)
  const bytes = (at: number, length: number): Uint8Array =>
    new Uint8Array((memory as WebAssembly.Memory).buffer, at, length)
  const imports = {
    ...argumentCalls(args, view, bytes),
    ...fileCalls(file, view, bytes),
    clock_time_get: (_clock: number, _precision: bigint, resultAt: number): number => {
      view().setBigUint64(resultAt, 0n, true)
      return success
    },
    proc_exit: (code: number): never => {
      throw new ProgramExit(code)
    },
  }
  return {
    imports: { wasi_snapshot_preview1: imports },
    attach: (attached) => {
      memory = attached
    },
    output: () => file.content(),
  }
}

type ViewOf = () => DataView
type BytesOf = (at: number, length: number) => Uint8Array

function argumentCalls(args: string[], view: ViewOf, bytes: BytesOf): WebAssembly.ModuleImports {
  const encoded = args.map((arg) => new TextEncoder().encode(`${arg}\0`))
  return {
    args_sizes_get: (countAt: number, sizeAt: number): number => {
      view().setUint32(countAt, encoded.length, true)
      const size = encoded.reduce((sum, arg) => sum + arg.length, 0)
      view().setUint32(sizeAt, size, true)
      return success
    },
    args_get: (pointersAt: number, textAt: number): number => {
      let at = textAt
      for (const [index, arg] of encoded.entries()) {
        view().setUint32(pointersAt + index * 4, at, true)
        bytes(at, arg.length).set(arg)
        at += arg.length
      }
      return success
    },
  }
}

function fileCalls(file: GrowingFile, view: ViewOf, bytes: BytesOf): WebAssembly.ModuleImports {
  return {
    fd_prestat_get: (descriptor: number, resultAt: number): number => {
      if (descriptor !== outputFolderDescriptor) return badDescriptor
      view().setUint32(resultAt, 0, true)
      view().setUint32(resultAt + 4, outputFolder.length, true)
      return success
    },
    fd_prestat_dir_name: (_descriptor: number, pathAt: number, length: number): number => {
      bytes(pathAt, length).set(outputFolder.subarray(0, length))
      return success
    },
    fd_fdstat_get: (descriptor: number, resultAt: number): number => {
      bytes(resultAt, 24).fill(0)
      view().setUint8(resultAt, fileTypes[descriptor] ?? characterDevice)
      view().setBigUint64(resultAt + 8, allRights, true)
      view().setBigUint64(resultAt + 16, allRights, true)
      return success
    },
    fd_fdstat_set_flags: (): number => success,
    fd_close: (): number => success,
    fd_read: (_descriptor: number, _vectorsAt: number, _count: number, resultAt: number): number => {
      view().setUint32(resultAt, 0, true)
      return success
    },
    fd_seek: (descriptor: number, offset: bigint, origin: number, resultAt: number): number => {
      const position = descriptor === outputFileDescriptor ? file.seek(Number(offset), origin) : 0
      view().setBigUint64(resultAt, BigInt(position), true)
      return success
    },
    fd_write: (descriptor: number, vectorsAt: number, count: number, resultAt: number): number => {
      let written = 0
      for (let index = 0; index < count; index += 1) {
        const at = view().getUint32(vectorsAt + index * 8, true)
        const length = view().getUint32(vectorsAt + index * 8 + 4, true)
        if (descriptor === outputFileDescriptor) file.write(bytes(at, length))
        written += length
      }
      view().setUint32(resultAt, written, true)
      return success
    },
    path_open: (...args: unknown[]): number => {
      view().setUint32(args.at(-1) as number, outputFileDescriptor, true)
      return success
    },
  }
}
