// A port for a process that is told where to listen before it starts.
import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Below what Linux and macOS give to connections that go out, so that none of them takes it meanwhile. */
const firstPort = 20_000
const lastPort = 32_000

/** A port of this machine on which nobody listens. */
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
