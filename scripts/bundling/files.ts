import path from 'node:path'
import type { Rolldown } from 'vite'
import { root } from './screens.ts'

export type Chunk = Rolldown.OutputChunk

/** The chunks of a build. */
export class Chunks {
  all: Chunk[]
  #byFile: Map<string, Chunk>
  #ofModule = new Map<string, Chunk>()

  constructor(output: readonly (Chunk | Rolldown.OutputAsset)[]) {
    this.all = output.filter((file) => file.type === 'chunk')
    this.#byFile = new Map(this.all.map((chunk) => [chunk.fileName, chunk]))
    for (const chunk of this.all) for (const id of chunk.moduleIds) this.#ofModule.set(id, chunk)
    // A module that others share may have a chunk of its own in front, which is what an import of it loads.
    for (const chunk of this.all) if (chunk.facadeModuleId) this.#ofModule.set(chunk.facadeModuleId, chunk)
  }

  /** Returns all chunks that a browser needs before the given modules of the project can run. */
  load(modules: readonly string[]): Set<Chunk> {
    const loaded = new Set<Chunk>()
    const waiting = modules.map((module) => {
      const chunk = this.#ofModule.get(path.join(root, module))
      if (!chunk) throw new Error(`The build has no ${module}`)
      return chunk
    })
    for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
      if (loaded.has(chunk)) continue
      loaded.add(chunk)
      waiting.push(...this.importedBy(chunk))
    }
    return loaded
  }

  importedBy({ imports }: Chunk): Chunk[] {
    return imports.map((file) => this.#byFile.get(file)).filter((chunk) => chunk !== undefined)
  }
}
