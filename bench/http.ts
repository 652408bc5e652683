import http from 'node:http'
import { startProcess } from '../scripts/running/processes.mjs'
import { median, perSecond, type Row } from './report.ts'

const connections = 50
const secondsPerRound = 3
const rounds = 3

/**
 * Compares GET /api/auth/user with a bare Fastify route and a bare select, each in a process of its own, interleaved.
 */
export async function benchHttp(
  serverUrl: string,
  cookie: string,
  databaseUrl: string,
  userId: string,
): Promise<Row[]> {
  const bare = await startProcess('bench/bare-server.ts', { env: { DATABASE_URL: databaseUrl, BENCH_USER: userId } })
  const targets = [
    { name: 'bare Fastify route', url: `http://127.0.0.1:${bare.port}/hello`, figures: [] as number[] },
    { name: 'bare Fastify with one select', url: `http://127.0.0.1:${bare.port}/select`, figures: [] as number[] },
    { name: 'GET /api/auth/user, signed in', url: `${serverUrl}/api/auth/user`, figures: [] as number[] },
  ]
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      const figure = await perSecond(connections, secondsPerRound, () => get(agent, target.url, cookie))
      // The first round only warms up.
      if (round > 0) target.figures.push(figure)
    }
  }
  agent.destroy()
  await bare.stop()
  const reference = median(targets[0]?.figures ?? [])
  return targets.map(({ name, figures }) => ({
    name,
    value: median(figures),
    unit: '/s',
    ratio: median(figures) / reference,
  }))
}

function get(agent: http.Agent, url: string, cookie: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { cookie } }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    request.once('error', reject)
  })
}
