import { callAs, signIn } from './people.ts'
import { onGrownPlatform } from './readings.ts'
import type { Row } from './report.ts'

const rounds = 40

/** The longest answers, in the form in which screens ask for them, and with as many rows as a client may ask for. */
const answers = {
  'ana@luna.test': {
    Agents: 'agents',
    'Agents, as many as fit': 'agents?limit=500',
    'Agents for visitors': 'agents/public',
    Messages: 'user/communications',
  },
  'admin@luna.test': {
    'Agents with prompts': 'agents',
    'Agents of the panel': 'admin/agents?limit=50',
    Users: 'admin/users?limit=50',
    'Users, as many as fit': 'admin/users?limit=500',
    Organizations: 'organizations?limit=50',
    Requests: 'admin/agent-requests?limit=50',
    Inbox: 'admin/inbox?limit=50',
    'Contract as a document': 'openapi.json',
  },
}

/** Measures how long answers hold the server's processor, next to the settings that visitors get, which are 1 kB. */
export function benchAnswers(): Promise<Row[]> {
  return onGrownPlatform(async (_owner, url) => {
    const rows: Row[] = []
    for (const [email, paths] of Object.entries(answers)) {
      const cookie = await signIn(url, email)
      for (const [name, path] of Object.entries(paths)) {
        const [value, reference] = [await cpuMs(url, cookie, path), await cpuMs(url, '', 'config')]
        const { body } = await callAs(url, cookie, 'GET', `/api/${path}`)
        const kilobytes = (Buffer.byteLength(JSON.stringify(body)) / 1000).toFixed(0)
        rows.push({ name: `${name}, ${kilobytes} kB`, value, unit: ' ms', ratio: value / reference, goal: '<= 5 ms' })
      }
    }
    return rows
  })
}

/** Returns the milliseconds of the server's processor for one answer, on all its threads. */
async function cpuMs(url: string, cookie: string, path: string): Promise<number> {
  for (let i = 0; i < rounds / 4; i++) await callAs(url, cookie, 'GET', `/api/${path}`)
  const before = await readCpuSeconds(url)
  for (let i = 0; i < rounds; i++) await callAs(url, cookie, 'GET', `/api/${path}`)
  return (((await readCpuSeconds(url)) - before) * 1000) / rounds
}

async function readCpuSeconds(url: string): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(figures)?.[1])
}
