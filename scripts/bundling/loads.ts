import fs from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { Chunks } from './files.ts'
import { appModule, entryModule, frameModules, readScreens } from './screens.ts'

/** The files that a browser loads for a screen, in the order of their names. */
export interface ScreenLoad {
  path: string
  access: string
  /** Includes neither the files of the app nor those of the frame. */
  files: string[]
}

/** The files of a build by screen, for the server, the test of the budgets and the bench. */
export interface Loads {
  /** Everything that starts at once. */
  app: string[]
  /** Everything that people who are signed in see around each screen. */
  frame: string[]
  screens: ScreenLoad[]
}

/** Writes the list of what each screen loads next to the folder of the files themselves, which everybody may read. */
export function listLoads(): Plugin {
  return {
    name: 'luna-list-loads',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const chunks = new Chunks(Object.values(bundle))
      const namesOf = (modules: string[]) => [...chunks.load(modules)].map(({ fileName }) => fileName).toSorted()
      const loads: Loads = {
        app: namesOf([entryModule, appModule]),
        frame: namesOf(frameModules),
        screens: readScreens().map(({ path: at, access, modules }) => ({ path: at, access, files: namesOf(modules) })),
      }
      fs.writeFileSync(path.join(dir, '..', 'loads.json'), JSON.stringify(loads))
    },
  }
}
