// Several servers behind one balancer, on one database.
import { startBalancer } from './balancer.mjs'
import { startServerProcess } from './processes.mjs'

/** How long an address that a retiring server has issued can be opened. */
const usualGraceMs = 60_000
const restartMs = 1000

/**
 * Starts `count` servers, one after the other so that migrations run once, and a balancer in front. A server that ends
 * by itself is restarted.
 *
 * @param {{ count: number, host?: string, port: number | string, env: Record<string, string>, graceMs?: number }}
 * options
 */
export async function startCluster({ count, host = '127.0.0.1', port, env, graceMs = usualGraceMs }) {
  // Each server refuses this of its own address, which is always loopback here.
  if (env.STANDINS_URL && process.env.STANDINS !== 'demo' && !/^(127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host)) {
    throw new Error(`HOST ${host}: stand-ins are in use, so only loopback is allowed; set the keys, or STANDINS=demo`)
  }
  const trusted = process.env.TRUST_PROXY ?? ''
  const isBehindProxy = trusted !== '' && trusted !== 'false'
  const balancer = await startBalancer({ host, port: Number(port), isBehindProxy })
  const inner = {
    ...env,
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: process.env.PUBLIC_URL || `http://${host}:${balancer.port}`,
    TRUST_PROXY: trustOneMore(isBehindProxy ? trusted : '0'),
    ...(isBehindProxy ? {} : { OWN_BALANCER: '1' }),
  }
  const running = new Set()
  let isStopping = false

  async function startServer() {
    const server = { ...(await startServerProcess({ env: inner })), isRetiring: false }
    if (isStopping) return server.stop()
    running.add(server)
    balancer.add(server)
    server.child.once('exit', (code) => {
      running.delete(server)
      balancer.remove(server)
      if (isStopping || server.isRetiring) return
      console.error(`A server ended unexpectedly (exit code ${code}); it is started again.`)
      setTimeout(() => void restart(), restartMs)
    })
  }

  async function restart() {
    if (isStopping) return
    await startServer().catch((error) => {
      console.error(error.message)
      setTimeout(() => void restart(), restartMs)
    })
  }

  async function stop() {
    isStopping = true
    // Conversations are told their end through the balancer.
    await Promise.all([...running].map((server) => server.stop()))
    await balancer.close()
  }

  try {
    for (let i = 0; i < count; i++) await startServer()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    port: balancer.port,
    servers: () => [...running],
    /** Puts a new server, of the code as it is now, in every one's place; who talks goes on talking. */
    roll: async () => {
      const before = [...running]
      for (const old of before) {
        await startServer()
        old.isRetiring = true
        if (old.child.connected) old.child.send({ retire: true, graceMs })
      }
    },
    stop,
  }
}

/** The balancer is one more hop in front of the server. */
function trustOneMore(trusted) {
  return /^\d+$/.test(trusted) ? String(Number(trusted) + 1) : `${trusted},127.0.0.1`
}
