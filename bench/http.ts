import http from 'node:http'
import { startProcess } from '../scripts/running/processes.mjs'
import { median, ratesInTurns, type Row } from './report.ts'

const connections = 50
const rounds = 3

/** Compares GET /api/auth/user with a bare Fastify route and a bare select, each in a process of its own, by turns. */
export async function benchHttp(serverUrl: string, cookie: string, databaseUrl: string, email: string): Promise<Row[]> {
  const bare = await startProcess('bench/bare-server.ts', { env: { DATABASE_URL: databaseUrl, BENCH_EMAIL: email } })
  const targets = [
    { name: 'bare Fastify route', url: `http://127.0.0.1:${bare.port}/hello` },
    { name: 'bare Fastify with one select', url: `http://127.0.0.1:${bare.port}/select` },
    { name: 'GET /api/auth/user, signed in', url: `${serverUrl}/api/auth/user` },
  ]
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const works = targets.map(
    ({ url }) =>
      () =>
        get(agent, url, cookie),
  )
  const rates = (await ratesInTurns(connections, rounds, works)).map(median)
  agent.destroy()
  await bare.stop()
  return targets.map(({ name }, i) => {
    const value = rates[i] ?? 0
    return { name, value, unit: '/s', ratio: value / (rates[0] ?? 0) }
  })
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
