import { packageHomes } from './package-homes.ts'
import { importsOf, layerOf, type SourceFile } from './source-files.ts'

/**
 * The two laws of imports (docs/ARCHITECTURE.md): which folders a folder may import from, and inside a subject of the
 * server, from routes to flows to rules. Everything that is not listed here is forbidden, including new folders.
 */

const ground = ['server/kernel', 'server/database']
const low = ['server/settings', 'server/audit', 'server/images', ...ground]
/** Mails get their data as arguments and import no subject, so that even identity can send them. */
const people = ['server/identity', 'server/messages/mails', 'server/pages', ...low]
const working = ['server/messages', 'server/ledger', 'server/voice-provider', ...people]
const paying = ['server/billing', 'server/agents', ...working]
const talking = ['server/results', 'server/conversations', ...paying]
const teams = ['server/organizations', ...talking]

/** The folders that every screen may import. */
const webFloor = ['contract', 'web/client', 'web/kit']

function screens(...subjects: string[]): string[] {
  return subjects.map((subject) => `web/screens/${subject}`)
}

/** The folders that a subject of the server may import besides itself and `openToAll`. */
export const serverSubjects: Record<string, string[]> = {
  'server/database': [],
  'server/kernel': ['server/database'],
  'server/audit': ground,
  'server/images': ground,
  'server/settings': ['server/audit', ...ground],
  'server/status': ground,
  'server/pages': ['server/settings', ...ground],
  'server/messages/mails': ['server/settings', ...ground],
  'server/identity': ['server/messages/mails', ...low],
  'server/ledger': people,
  'server/voice-provider': people,
  'server/messages': people,
  'server/agents': working,
  'server/billing': ['server/agents', ...working],
  'server/conversations': paying,
  'server/results': ['server/conversations', ...paying],
  'server/organizations': talking,
  'server/departure': teams,
  // The owner's figures say whether the services work.
  'server/admin': ['server/status', ...teams],
  'server/seed': teams,
}

/** The contract and the files without product logic, which every subject of the server may import. */
const openToAll = [
  'contract',
  ...['clock', 'config', 'log', 'metrics', 'outside', 'spans'].map((name) => `server/${name}.ts`),
]

const serverLayers = ['server', ...Object.keys(serverSubjects)]

const standins = ['standin-kit', 'fake-stripe', 'fake-elevenlabs', 'fake-mail', 'control'].map(
  (name) => `packages/${name}`,
)

/** The layers and single files of the project that each layer may import. */
const mayImport: Record<string, string[]> = {
  contract: [],
  ...Object.fromEntries(Object.entries(serverSubjects).map(([name, granted]) => [name, [...openToAll, ...granted]])),
  server: ['contract', ...serverLayers],
  // Stand-ins define the services' protocols themselves. If they shared our types, both sides could share a mistake.
  'packages/standin-kit': [],
  'packages/fake-stripe': ['packages/standin-kit'],
  'packages/fake-elevenlabs': [],
  'packages/fake-mail': ['packages/standin-kit'],
  'packages/control': standins.filter((name) => name !== 'packages/control'),
  // Parts write figures and dates as the whole product does.
  'web/kit': ['contract/amounts.ts', 'contract/dates.ts'],
  'web/client': ['contract', 'web/kit'],
  'web/voice': ['contract'],
  'web/screens/frame': [...webFloor],
  'web/screens/identity': [...webFloor, ...screens('frame')],
  'web/screens/agents': [...webFloor, ...screens('frame')],
  'web/screens/billing': [...webFloor, ...screens('frame', 'identity')],
  'web/screens/messages': [...webFloor, ...screens('frame')],
  'web/screens/results': [...webFloor, ...screens('frame')],
  'web/screens/conversations': [
    ...webFloor,
    'web/voice',
    ...screens('frame', 'identity', 'agents', 'billing', 'messages', 'results'),
  ],
  'web/screens/organizations': [
    ...webFloor,
    ...screens('frame', 'identity', 'agents', 'billing', 'results', 'conversations'),
  ],
  'web/screens/admin': [
    ...webFloor,
    ...screens('frame', 'identity', 'agents', 'billing', 'messages', 'conversations', 'organizations'),
  ],
  'web/screens/visitors': [...webFloor, ...screens('frame', 'agents', 'billing', 'organizations')],
  // These files are served unchanged.
  'web/public': [],
  'web/app': [
    ...webFloor,
    ...screens('frame', 'identity', 'agents', 'billing', 'messages', 'results', 'conversations'),
    ...screens('organizations', 'admin', 'visitors'),
  ],
  // A script compares an agent's definition with the one that the server sends.
  scripts: [...standins, 'server/voice-provider/elevenlabs/agent.ts'],
  bench: ['contract', ...serverLayers, ...standins, 'scripts', 'web/voice', 'tests/kit/documents/made-pdf.ts'],
  // Tests may import everything except the web app, whose unit tests are next to its code.
  tests: ['contract', ...serverLayers, ...standins, 'scripts', 'bench/crowd/fill.ts', 'bench/machines.ts'],
  // vitest.config.ts imports the order of the test files, vite.config.ts the plan of the built ones.
  root: ['scripts', 'tests/setup/longest-first.ts'],
}

/** Returns the imports of a file that break a law. */
export function breaches(file: SourceFile): string[] {
  const layer = layerOf(file.name)
  const granted = mayImport[layer]
  if (!granted) return [`${file.name}: the folder ${layer} is not listed`]
  return importsOf(file).flatMap(({ path: wanted, package: name }) => {
    const imported = wanted ?? name ?? ''
    const isFine =
      wanted === null
        ? fitsPackage(file, layer, imported)
        : isStandinTest(file.name, wanted) || (fitsSubject(layer, wanted) && fitsKind(file.name, wanted))
    return isFine ? [] : [`${file.name} imports ${imported}`]
  })

  function fitsSubject(from: string, wanted: string): boolean {
    const target = layerOf(wanted)
    return target === from || granted?.includes(target) === true || granted?.includes(wanted) === true
  }
}

/** Returns whether a stand-in's own test imports the control page, through which tests drive stand-ins as people do. */
function isStandinTest(name: string, wanted: string): boolean {
  return /^packages\/[^/]+\/(testing\/|.*\.test\.ts$)/.test(name) && layerOf(wanted) === 'packages/control'
}

function fitsPackage({ name }: SourceFile, layer: string, imported: string): boolean {
  if (layer === 'contract' && !/^(zod|punycode\.js)$/.test(imported)) return name.includes('.test.')
  return packageHomes[imported]?.test(name) ?? true
}

/** The files through which outside services are reached. */
const door = /^server\/(billing\/stripe|voice-provider\/elevenlabs)\/|^server\/messages\/mails\/mail\.ts$/

type Kind = 'routes' | 'flow' | 'door' | 'rule'

/** Returns the kind of a server file for the second law. */
export function kindOf(name: string): Kind {
  if (name.endsWith('.routes.ts')) return 'routes'
  // The gateway works with outside services over sockets, and the seed acts as people would: both count as flows.
  if (name.endsWith('.flow.ts') || /^server\/(conversations\/gateway|seed)\//.test(name)) return 'flow'
  return door.test(name) ? 'door' : 'rule'
}

const reaches: Record<Kind, Kind[]> = {
  routes: ['routes', 'flow', 'door', 'rule'],
  flow: ['flow', 'door', 'rule'],
  door: ['door', 'rule'],
  rule: ['rule'],
}

/** Returns whether the kinds of two server files allow the import, also across subjects. */
function fitsKind(name: string, wanted: string): boolean {
  const isSubjects = (file: string) => /^server\/[^/]+\//.test(file) && !file.endsWith('.test.ts')
  // A subject's services.ts lists the doors that the subject uses.
  if (!isSubjects(name) || !isSubjects(wanted) || name.endsWith('/services.ts')) return true
  return reaches[kindOf(name)].includes(kindOf(wanted))
}
