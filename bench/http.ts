import http from 'node:http'
import { startProcess } from '../scripts/running/processes.mjs'
import { demoPassword } from './people.ts'
import { latencies, median, percentile, ratesInTurns, type Row } from './report.ts'

const connections = 50
const rounds = 3
/** Reads per second while their times are taken, and for how long. */
const timedRate = 100
const timedSeconds = 10
const signInsPerSecond = 20

/**
 * Compares GET /api/auth/user with a bare Fastify route and a bare select, each in a process of its own, by turns, and
 * its times with and without people who sign in at the same moment.
 */
export async function benchHttp(serverUrl: string, cookie: string, databaseUrl: string, email: string): Promise<Row[]> {
  const bare = await startProcess('bench/bare-server.ts', { env: { DATABASE_URL: databaseUrl, BENCH_EMAIL: email } })
  const url = `${serverUrl}/api/auth/user`
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const { etag = '' } = await get(agent, url, { cookie })
  const targets = [
    { name: 'bare Fastify route', url: `http://127.0.0.1:${bare.port}/hello` },
    { name: 'bare Fastify with one select', url: `http://127.0.0.1:${bare.port}/select` },
    { name: 'GET /api/auth/user, signed in', url, goal: '>= 0.5' },
    { name: 'the same, unchanged (304)', url, goal: '>= 0.8', known: etag },
  ]
  const works = targets.map((target) => {
    const headers = { cookie, ...(target.known && { 'if-none-match': target.known }) }
    return () => get(agent, target.url, headers, target.known ? 304 : 200)
  })
  const rates = (await ratesInTurns(connections, rounds, works)).map(median)
  await bare.stop()
  const select = rates[1] ?? 0
  const rows = targets.map(({ name, goal }, i): Row => {
    const value = rates[i] ?? 0
    return { name, value, unit: '/s', ratio: value / select, goal }
  })
  const read = () => get(agent, url, { cookie })
  const times = [...rows, ...(await timeWithSignIns(read, agent, serverUrl, email))]
  agent.destroy()
  return times
}

/** Takes the times of a read in quiet, and while people sign in. */
async function timeWithSignIns(
  read: () => Promise<unknown>,
  agent: http.Agent,
  serverUrl: string,
  email: string,
): Promise<Row[]> {
  const quiet = await latencies(timedRate, timedSeconds, read)
  const body = JSON.stringify({ email, password: demoPassword })
  const signIn = () => get(agent, `${serverUrl}/api/auth/login`, { 'content-type': 'application/json' }, 200, body)
  const [busy, signIns] = await Promise.all([
    latencies(timedRate, timedSeconds, read),
    latencies(signInsPerSecond, timedSeconds, signIn),
  ])
  const p99 = percentile(busy, 0.99)
  return [
    { name: 'GET /api/auth/user, p99', value: percentile(quiet, 0.99), unit: ' ms', ratio: null },
    {
      name: `the same with ${signInsPerSecond} sign-ins a second`,
      value: p99,
      unit: ' ms',
      ratio: p99 / percentile(quiet, 0.99),
      goal: '<= 2',
    },
    { name: 'a sign-in of these, p95', value: percentile(signIns, 0.95), unit: ' ms', ratio: null, goal: '<= 250 ms' },
  ]
}

/** Makes a request. Throws when its status is another one; returns the headers of the answer. */
function get(
  agent: http.Agent,
  url: string,
  headers: Record<string, string>,
  status = 200,
  body?: string,
): Promise<http.IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const request = http.request(url, { agent, method, headers }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === status) resolve(response.headers)
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    request.once('error', reject)
    request.end(body)
  })
}
