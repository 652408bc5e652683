import { importsOf, layerOf, type SourceFile } from './source-files.ts'

/** The law of directions: a new folder is forbidden until it is granted here. */

const serverShared = [
  'server/services.ts',
  'server/log.ts',
  'server/config.ts',
  'server/metrics.ts',
  'server/kernel/security-events.ts',
]

/** What every screen stands on. */
const webFloor = ['contract', 'web/client', 'web/kit']

function screens(...subjects: string[]): string[] {
  return subjects.map((subject) => `web/screens/${subject}`)
}

/** What each layer may import of the project: layers, or single files of `server` that say what everybody works with. */
const mayImport: Record<string, string[]> = {
  contract: [],
  'server/database': [],
  'server/domain': ['contract', 'server/database'],
  'server/outside': ['contract', 'server/config.ts', 'server/database/jobs.ts'],
  'server/flows': ['contract', 'server/domain', 'server/outside', 'server/database', 'server/jobs', ...serverShared],
  'server/jobs': [
    'server/flows',
    'server/domain',
    'server/outside',
    'server/database',
    'server/kernel/session.ts',
    ...serverShared,
  ],
  'server/gateway': [
    'contract',
    'server/flows',
    'server/domain',
    'server/outside',
    'server/database',
    'server/kernel/own-address.ts',
    ...serverShared,
  ],
  'server/routes': [
    'contract',
    'server/flows',
    'server/domain',
    'server/outside',
    // The list of migrations alone, for the readiness check.
    'server/database/migrate.ts',
    'server/kernel/problem.ts',
    'server/kernel/serve.ts',
    'server/kernel/session.ts',
    'server/kernel/session-cookie.ts',
    'server/kernel/own-address.ts',
    'server/kernel/site-url.ts',
    ...serverShared,
  ],
  'server/seed': ['contract', 'server/flows', 'server/domain', 'server/outside', ...serverShared],
  server: [
    'contract',
    'server/database',
    'server/domain',
    'server/flows',
    'server/gateway',
    'server/jobs',
    'server/outside',
    'server/routes',
    'server/seed',
  ],
  // They speak the services' own protocols: with our types a name that we have wrong would fit on both sides.
  standins: [],
  'web/kit': [],
  'web/client': ['contract', 'web/kit'],
  'web/voice': ['contract'],
  'web/screens/frame': [...webFloor],
  'web/screens/identity': [...webFloor, ...screens('frame')],
  // Talking begins at an agent.
  'web/screens/agents': [...webFloor, ...screens('frame'), 'web/screens/conversations/voice/use-talk.tsx'],
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
  scripts: ['standins', 'server/voice-provider/elevenlabs/agent.ts'],
  bench: ['contract', 'server', 'server/database', 'server/domain', 'standins', 'scripts', 'tests', 'web/voice'],
  // Tests may look at everything but the browser's insides; those have their tests beside them. The voice lab builds a
  // page of the engine's way in.
  tests: [
    'contract',
    'web/voice/create-conversation.ts',
    'bench/crowd/fill.ts',
    'standins',
    'scripts',
    'server',
    ...['database', 'domain', 'flows', 'gateway', 'jobs', 'outside', 'routes', 'seed'].map((name) => `server/${name}`),
  ],
  // The order of test files.
  root: ['tests/setup/longest-first.ts'],
}

/** Packages that only one place may know. */
const packageHomes: Record<string, RegExp> = {
  pg: /^(server\/(database|gateway)\/|server\/problem\.ts|tests\/|bench\/|scripts\/)/,
  'pg-boss': /^server\/jobs\//,
  stripe: /^(server\/outside\/stripe\/|standins\/|tests\/)/,
  nodemailer: /^(server\/outside\/mail\.ts|tests\/)/,
  fastify: /^(server\/[^/]+\.ts|server\/routes\/|standins\/|tests\/|bench\/)/,
  '@zxcvbn-ts/language-common': /^server\/domain\/common-passwords\.ts$/,
  fflate: /^(server\/domain\/archive\.ts|tests\/)/,
  sharp: /^(server\/domain\/(picture|app-icon)\.ts|tests\/|scripts\/pictures\.mjs$)/,
  ws: /^(server\/(gateway|outside)\/|standins\/elevenlabs\/|tests\/|bench\/)/,
  react: /^web\/(?!voice\/(?!use-))/,
  '@base-ui/react': /^web\/kit\//,
  '@stripe/react-stripe-js': /^web\/screens\/billing\/paying\//,
  '@elevenlabs/client': /^tests\//,
}

/** What a file imports against the law; empty when all is well. */
export function breaches(file: SourceFile): string[] {
  const layer = layerOf(file.name)
  const granted = mayImport[layer]
  if (!granted) return [`${file.name}: the folder ${layer} is not granted`]
  return importsOf(file).flatMap((wanted) => {
    if (wanted.path !== null) {
      const target = layerOf(wanted.path)
      const isFine = target === layer || granted.includes(target) || granted.includes(wanted.path)
      return isFine ? [] : [`${file.name} imports ${wanted.path}`]
    }
    const name = wanted.package ?? ''
    if (layer === 'contract' && name !== 'zod' && !file.name.includes('.test.')) return [`${file.name} imports ${name}`]
    const home = packageHomes[name]
    return home && !home.test(file.name) ? [`${file.name} imports ${name}`] : []
  })
}
