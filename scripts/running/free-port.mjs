// A port for a process whose address must be known before it starts.
import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Below the ports that Linux and macOS use for outgoing connections, so that none of them takes it meanwhile. */
const firstPort = 20_000
const lastPort = 32_000

/** Returns a free port of this machine. */
export async function freePort() {
  for (;;) {
    const port = randomInt(firstPort, lastPort)
    if (await isFree(port)) return port
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
