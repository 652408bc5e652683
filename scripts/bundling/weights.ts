import fs from 'node:fs'
import path from 'node:path'
import { limitsOf } from './chunks.ts'
import type { Loads } from './loads.ts'
import { root } from './screens.ts'

const built = path.join(root, 'dist/web')
const ceilingsFile = path.join(root, 'tests/calls/pages/ceilings.json')

/** How much a browser loads, compressed with gzip. */
export interface Weight {
  bytes: number
  files: number
}

/** The weight of a screen for somebody signed in: as the first of a visit, and after the marketplace. */
export interface ScreenWeight {
  path: string
  first: Weight
  further: Weight
}

/** Returns the weights of every screen of the build in dist. */
export function weighScreens(): ScreenWeight[] {
  const { app, frame, screens } = JSON.parse(fs.readFileSync(path.join(built, 'loads.json'), 'utf8')) as Loads
  const whole = (files: string[]) => new Set([...app, ...frame, ...files])
  const marketplace = whole(screens.find((screen) => screen.path === '/marketplace')?.files ?? [])
  return screens.map((screen) => ({
    path: screen.path,
    first: weigh(whole(screen.files)),
    further: weigh(new Set([...whole(screen.files)].filter((file) => !marketplace.has(file)))),
  }))
}

function weigh(files: Set<string>): Weight {
  const sizes = [...files].map((file) => fs.statSync(path.join(built, 'browser', `${file}.gz`)).size)
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: files.size }
}

/** By screen, what it may weigh although that is more than the goal. These numbers only fall. */
export type Ceilings = Record<string, { first?: Weight; further?: Weight }>

export function readCeilings(): Ceilings {
  return JSON.parse(fs.readFileSync(ceilingsFile, 'utf8')) as Ceilings
}

/** Returns what each screen weighs beyond the goals and its ceiling. */
export function findExcess(weights: ScreenWeight[], ceilings: Ceilings): string[] {
  return weights.flatMap((screen) =>
    (['first', 'further'] as const).flatMap((kind) => {
      const [goal, ceiling, { bytes, files }] = [
        limitsOf(screen.path)[kind],
        ceilings[screen.path]?.[kind],
        screen[kind],
      ]
      const [most, mostFiles] = [Math.max(goal.bytes, ceiling?.bytes ?? 0), Math.max(goal.files, ceiling?.files ?? 0)]
      if (bytes <= most && files <= mostFiles) return []
      return `${screen.path}: ${bytes} bytes in ${files} files as a ${kind} screen, at most ${most} in ${mostFiles}`
    }),
  )
}

/** How far the plan of the files moves a screen when others change. */
const moves = { bytes: 2000, files: 1 }

/** Sets the ceilings a little above what the build in dist weighs, where that is above a goal. */
function lowerCeilings(): void {
  const kept: Ceilings = {}
  for (const { path: at, ...weight } of weighScreens()) {
    for (const kind of ['first', 'further'] as const) {
      const { bytes, files } = weight[kind]
      if (bytes <= limitsOf(at)[kind].bytes && files <= limitsOf(at)[kind].files) continue
      const most = { bytes: Math.ceil((bytes + moves.bytes) / 1000) * 1000, files: files + moves.files }
      kept[at] = { ...kept[at], [kind]: most }
    }
  }
  fs.writeFileSync(ceilingsFile, `${JSON.stringify(kept, null, 2)}\n`)
}

if (process.argv[1] === import.meta.filename) lowerCeilings()
