// Several servers behind one balancer, on one database. HAProxy is the balancer where this machine has it.
import { startBalancer } from './balancer.mjs'
import { startHaproxy } from './haproxy.mjs'
import { startServerProcess } from './processes.mjs'

/** How long an address that a retiring server has issued can be opened. */
const usualGraceMs = 60_000
const restartMs = 1000

/**
 * Starts `count` servers, one after the other so that migrations run once, and a balancer in front. About a third of
 * them, and at least one, carry conversations; the others serve pages and do the background work. A server that ends by itself is
 * restarted.
 *
 * @param {{ count: number, host?: string, port: number | string, env: Record<string, string>, graceMs?: number,
 * withHaproxy?: boolean }} options
 */
export async function startCluster({
  count,
  host = '127.0.0.1',
  port,
  env,
  graceMs = usualGraceMs,
  withHaproxy = true,
}) {
  refuseOpenStandins(host, env)
  const trusted = process.env.TRUST_PROXY ?? ''
  const isBehindProxy = trusted !== '' && trusted !== 'false'
  const listening = { host, port: Number(port), isBehindProxy }
  const balancer = (withHaproxy && (await startHaproxy(listening))) || (await startBalancer(listening))
  const cluster = {
    balancer,
    env: {
      ...env,
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: process.env.PUBLIC_URL || `http://${host}:${balancer.port}`,
      TRUST_PROXY: trustOneMore(isBehindProxy ? trusted : '0'),
      ...(isBehindProxy ? {} : { OWN_BALANCER: '1' }),
    },
    running: new Set(),
    isStopping: false,
  }
  try {
    for (const serve of partsOf(count)) await startServer(cluster, serve)
  } catch (error) {
    await stop(cluster)
    throw error
  }
  return {
    port: balancer.port,
    servers: () => [...cluster.running],
    roll: () => roll(cluster, graceMs),
    stop: () => stop(cluster),
  }
}

/** Refuses open stand-ins. Each server does so for its own address, which is always loopback here. */
function refuseOpenStandins(host, env) {
  if (env.STANDINS_URL && process.env.STANDINS !== 'demo' && !/^(127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host)) {
    throw new Error(`HOST ${host}: stand-ins are in use, so only loopback is allowed; set the keys, or STANDINS=demo`)
  }
}

/** Returns what each of `count` servers is for; a single one does everything. */
function partsOf(count) {
  if (count === 1) return ['all']
  const voices = Math.max(1, Math.round(count / 3))
  return Array.from({ length: count }, (_, i) => (i < voices ? 'voice' : 'pages'))
}

async function startServer(cluster, serve) {
  const { balancer, running, env } = cluster
  const server = { ...(await startServerProcess({ env: { ...env, SERVE: serve } })), serve, isRetiring: false }
  if (cluster.isStopping) return server.stop()
  running.add(server)
  await balancer.add(server)
  server.child.once('exit', (code) => {
    running.delete(server)
    void balancer.remove(server)
    if (cluster.isStopping || server.isRetiring) return
    console.error(`A server ended unexpectedly (exit code ${code}); it is started again.`)
    setTimeout(() => void restart(cluster, serve), restartMs)
  })
}

async function restart(cluster, serve) {
  if (cluster.isStopping) return
  await startServer(cluster, serve).catch((error) => {
    console.error(error.message)
    setTimeout(() => void restart(cluster, serve), restartMs)
  })
}

/** Replaces every server with a new one of the current code. Running conversations continue. */
async function roll(cluster, graceMs) {
  const { balancer, running } = cluster
  const before = [...running]
  for (const old of before) {
    await startServer(cluster, old.serve)
    old.isRetiring = true
    await balancer.retire(old)
    if (old.child.connected) old.child.send({ retire: true, graceMs })
  }
}

async function stop(cluster) {
  cluster.isStopping = true
  // The balancer carries the end of conversations to their browsers.
  await Promise.all([...cluster.running].map((server) => server.stop()))
  await cluster.balancer.close()
}

/** Counts the balancer as one more hop in front of the server. */
function trustOneMore(trusted) {
  return /^\d+$/.test(trusted) ? String(Number(trusted) + 1) : `${trusted},127.0.0.1`
}
