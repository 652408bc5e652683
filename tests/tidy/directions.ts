import { packageHomes } from './package-homes.ts'
import { importsOf, layerOf, type SourceFile } from './source-files.ts'

/**
 * The two laws of the tree (docs/ARCHITECTURE.md). Between subjects an arrow is "may import"; inside a subject of the
 * server it goes from routes to flows to rules. Both are lists of what is granted: a folder that they do not name is
 * forbidden.
 */

const ground = ['server/kernel', 'server/database']
const low = ['server/settings', 'server/audit', 'server/images', ...ground]
/** Letters are told what they say, so that identity can write some, too. */
const people = ['server/identity', 'server/messages/mails', 'server/pages', ...low]
const working = ['server/messages', 'server/ledger', 'server/voice-provider', ...people]
const paying = ['server/billing', 'server/agents', ...working]
const teams = ['server/organizations', 'server/conversations', ...paying]

/** What every screen stands on. */
const webFloor = ['contract', 'web/client', 'web/kit']

function screens(...subjects: string[]): string[] {
  return subjects.map((subject) => `web/screens/${subject}`)
}

/** What a subject of the server may import besides itself, the contract and `everybodys`. */
export const serverSubjects: Record<string, string[]> = {
  'server/database': [],
  'server/kernel': ['server/database'],
  'server/audit': ground,
  'server/images': ground,
  'server/settings': ['server/audit', ...ground],
  'server/pages': ['server/settings', ...ground],
  'server/messages/mails': ['server/settings', ...ground],
  'server/identity': ['server/messages/mails', ...low],
  'server/ledger': people,
  'server/voice-provider': people,
  'server/messages': people,
  'server/agents': working,
  'server/billing': ['server/agents', ...working],
  'server/conversations': paying,
  'server/organizations': ['server/conversations', ...paying],
  'server/departure': teams,
  'server/admin': teams,
  'server/seed': teams,
}

/** What every subject of the server may read: nothing in it is of the product. */
const everybodys = ['contract', 'server/clock.ts', 'server/config.ts', 'server/log.ts', 'server/metrics.ts']

const serverLayers = ['server', ...Object.keys(serverSubjects)]

const standins = ['standin-kit', 'fake-stripe', 'fake-elevenlabs', 'fake-mail', 'control'].map(
  (name) => `packages/${name}`,
)

/** What each layer may import of the project: layers, or single files. */
const mayImport: Record<string, string[]> = {
  contract: [],
  ...Object.fromEntries(Object.entries(serverSubjects).map(([name, granted]) => [name, [...everybodys, ...granted]])),
  server: ['contract', ...serverLayers],
  // They speak the services' own protocols: with our types a name that we have wrong would fit on both sides.
  'packages/standin-kit': [],
  'packages/fake-stripe': ['packages/standin-kit'],
  'packages/fake-elevenlabs': [],
  'packages/fake-mail': ['packages/standin-kit'],
  'packages/control': standins.filter((name) => name !== 'packages/control'),
  'web/kit': [],
  'web/client': ['contract', 'web/kit'],
  'web/voice': ['contract'],
  'web/screens/frame': [...webFloor],
  'web/screens/identity': [...webFloor, ...screens('frame')],
  'web/screens/agents': [...webFloor, ...screens('frame')],
  'web/screens/billing': [...webFloor, ...screens('frame', 'identity')],
  'web/screens/messages': [...webFloor, ...screens('frame')],
  'web/screens/conversations': [
    ...webFloor,
    'web/voice',
    ...screens('frame', 'identity', 'agents', 'billing', 'messages'),
  ],
  'web/screens/organizations': [...webFloor, ...screens('frame', 'identity', 'agents', 'billing', 'conversations')],
  'web/screens/admin': [
    ...webFloor,
    ...screens('frame', 'identity', 'agents', 'billing', 'messages', 'conversations', 'organizations'),
  ],
  'web/screens/visitors': [...webFloor, ...screens('frame', 'agents', 'billing', 'organizations')],
  // Served as they are.
  'web/public': [],
  'web/app': [
    ...webFloor,
    ...screens('frame', 'identity', 'agents', 'billing', 'messages', 'conversations', 'organizations', 'admin'),
    ...screens('visitors'),
  ],
  // What an agent is told is compared as it is sent.
  scripts: [...standins, 'server/voice-provider/elevenlabs/agent.ts'],
  bench: ['contract', ...serverLayers, ...standins, 'scripts', 'web/voice'],
  // Tests may look at everything but the browser's insides; those have their tests beside them.
  tests: [
    'contract',
    ...serverLayers,
    ...standins,
    'scripts',
    'bench/crowd/fill.ts',
    'bench/voice-lab/build.ts',
    'bench/voice-lab/soak.ts',
  ],
  // The order of test files.
  root: ['tests/setup/longest-first.ts'],
}

/** What a file imports against the law; empty when all is well. */
export function breaches(file: SourceFile): string[] {
  const layer = layerOf(file.name)
  const granted = mayImport[layer]
  if (!granted) return [`${file.name}: the folder ${layer} is not granted`]
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

/** A stand-in's own tests drive it as people do, through the control page. */
function isStandinTest(name: string, wanted: string): boolean {
  return /^packages\/[^/]+\/(testing\/|.*\.test\.ts$)/.test(name) && layerOf(wanted) === 'packages/control'
}

function fitsPackage({ name }: SourceFile, layer: string, imported: string): boolean {
  if (layer === 'contract' && imported !== 'zod') return name.includes('.test.')
  return packageHomes[imported]?.test(name) ?? true
}

/** The doors to outside services. */
const door = /^server\/(billing\/stripe|voice-provider\/elevenlabs)\/|^server\/messages\/mails\/mail\.ts$/

type Kind = 'routes' | 'flow' | 'door' | 'rule'

/** What a file of a subject of the server is to the second law. */
export function kindOf(name: string): Kind {
  if (name.endsWith('.routes.ts')) return 'routes'
  // A gateway does with sockets what a flow does with calls, and the seed does what people would.
  if (name.endsWith('.flow.ts') || /^server\/(conversations\/gateway|seed)\//.test(name)) return 'flow'
  return door.test(name) ? 'door' : 'rule'
}

const reaches: Record<Kind, Kind[]> = {
  routes: ['routes', 'flow', 'door', 'rule'],
  flow: ['flow', 'door', 'rule'],
  door: ['door', 'rule'],
  rule: ['rule'],
}

/** Inside a subject, and between two: routes import flows and rules, flows doors and rules, rules rules alone. */
function fitsKind(name: string, wanted: string): boolean {
  const isSubjects = (file: string) => /^server\/[^/]+\//.test(file) && !file.endsWith('.test.ts')
  // What a subject works with names its doors.
  if (!isSubjects(name) || !isSubjects(wanted) || name.endsWith('/services.ts')) return true
  return reaches[kindOf(name)].includes(kindOf(wanted))
}
