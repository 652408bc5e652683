/** Builds the lab's page, its tap and the probe with Vite, as the product's page is built. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { build, type Rolldown } from 'vite'

export interface BuiltLab {
  /** The folder of index.html and its assets. */
  directory: string
  /** The probe as a plain script. */
  probe: string
  tapUrl: string
  /** The gzipped code of each client, including what its audio threads run. */
  gzipBytes: { ours: number; official: number }
}

/** Builds into a temporary folder of its own, which the caller removes. */
export async function buildLab(): Promise<BuiltLab> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-voice-lab-'))
  const page = await bundle(directory, 'index.html', 'es')
  const probe = await buildProbe()
  const tap = path.join(directory, 'tap.js')
  const [tapChunk] = chunksOf(await bundle(null, 'tap.worklet.ts', 'iife'))
  fs.writeFileSync(tap, tapChunk?.code ?? '')
  return {
    directory,
    probe,
    tapUrl: '/tap.js',
    gzipBytes: { ours: gzipBytes(page, 'our-client'), official: gzipBytes(page, 'official-client') },
  }
}

/** Builds the probe as one script that runs before everything else on a page. */
export async function buildProbe(): Promise<string> {
  return chunksOf(await bundle(null, 'probe.ts', 'iife'))[0]?.code ?? ''
}

async function bundle(
  directory: string | null,
  input: string,
  format: 'es' | 'iife',
): Promise<Rolldown.RolldownOutput> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      outDir: directory ?? 'unused',
      write: directory !== null,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { input: path.join(import.meta.dirname, input), output: { format } },
    },
  })
  return (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput
}

function chunksOf({ output }: Rolldown.RolldownOutput): Rolldown.OutputChunk[] {
  return output.filter((file) => file.type === 'chunk')
}

/** Returns the size of a client's own file and the worklets it names, without what it shares with the lab's page. */
function gzipBytes(built: Rolldown.RolldownOutput, name: string): number {
  const chunk = chunksOf(built).find((file) => file.name === name)
  if (!chunk) throw new Error(`The lab has no ${name}`)
  const worklets = built.output.filter(
    (file) => file.type === 'asset' && chunk.code.includes(path.basename(file.fileName)),
  )
  const sources = [chunk.code, ...worklets.map((file) => (file.type === 'asset' ? file.source : ''))]
  return sources.reduce((sum, source) => sum + zlib.gzipSync(source, { level: 9 }).length, 0)
}
