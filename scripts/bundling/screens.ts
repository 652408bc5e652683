import fs from 'node:fs'
import path from 'node:path'

/** The modules of each screen, which the build needs to know before it divides the code into files. */

export const root = path.resolve(import.meta.dirname, '../..')

/** One screen of the product with the modules that it needs at first. */
export interface BuiltScreen {
  path: string
  access: string
  modules: string[]
}

/** Every document begins with the entry, which loads the app; people who are signed in see the frame around each screen. */
export const entryModule = 'web/app/entry.ts'
export const appModule = 'web/app/main.tsx'
export const frameModules = ['web/screens/frame/header/items.tsx', 'web/screens/frame/app-foot.tsx']

/** Modules that screens draw at once for people who are signed in, although they load apart. */
const drawnAtOnce: Readonly<Record<string, string>> = {
  'web/app/home.tsx': 'web/app/organization-home.tsx',
  'web/screens/agents/agent.tsx': 'web/screens/agents/person-actions.tsx',
  'web/screens/agents/marketplace/marketplace.tsx': 'web/screens/agents/greeting.tsx',
  'web/screens/admin/admin.tsx': 'web/screens/admin/users/users-tab.tsx',
  'web/screens/organizations/dashboard/dashboard.tsx': 'web/screens/organizations/dashboard/overview-tab.tsx',
  'web/screens/organizations/management/organizations.tsx': 'web/screens/organizations/members/users-tab.tsx',
}

const routes = 'web/app/routes.tsx'
const panel = 'web/screens/admin/panel.tsx'

/** Returns every screen of web/app/routes.tsx. Those of the panel load the panel and, from there, their own code. */
export function readScreens(): BuiltScreen[] {
  const screens = /screen\(\s*'([^']+)',\s*'([^']+)',\s*\(\) => import\('([^']+)'\)/g
  const pages = /'(\/admin[^']*)': latePage\(\(\) => import\('([^']+)'\)/g
  const ofPanel = new Map(matches(panel, pages).map(([, at = '', file = '']) => [at, moduleOf(panel, file)]))
  return matches(routes, screens).map(([, at = '', access = '', file = '']) => {
    const own = [moduleOf(routes, file), ofPanel.get(at)].filter((module) => module !== undefined)
    return { path: at, access, modules: own.flatMap((module) => [module, drawnAtOnce[module] ?? []].flat()) }
  })
}

function matches(file: string, pattern: RegExp): RegExpExecArray[] {
  return [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(pattern)]
}

function moduleOf(importer: string, file: string): string {
  return file.startsWith('#') ? file.slice(1) : path.join(path.dirname(importer), file)
}
