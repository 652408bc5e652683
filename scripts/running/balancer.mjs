// One address in front of several servers: a conversation's socket goes to the server that carries it, a person's
// requests all go to one server for pages and one for voice, and everything else goes to each in turn.
import { createHash } from 'node:crypto'
import http from 'node:http'
import { createProxyServer, proxyUpgrade } from 'httpxy'

/**
 * Conversations: their start, their sockets, and what the process that carried one still knows of it. Everything else is
 * for the servers of pages, so that no page or list pauses a talk (docs/decisions/0065).
 */
const voicePath = /^\/(voice\/|api\/(sessions\b|user\/sessions\/|admin\/agents\/[^/?]+\/test\b))/
const sessionCookie = /(?:^|;\s*)(?:__Host-)?luna=([^;]+)/
/** A server that accepts a connection and never answers must not hold a socket forever. */
const upgradeTimeoutMs = 10_000

/**
 * Listens on behalf of the servers that `add` names. `isBehindProxy` says whether a proxy in front reports who sent a
 * request and how; without one, such reports are ignored.
 */
export async function startBalancer({ host, port, isBehindProxy }) {
  const servers = new Set()
  const proxy = createProxyServer()
  let turn = 0

  /** Returns a server that takes new work, always the same for one person while the servers stay the same. */
  function choose(request) {
    const unfit = voicePath.test(request.url) ? 'pages' : 'voice'
    const open = [...servers].filter((server) => !server.isRetiring && server.serve !== unfit)
    const person = sessionCookie.exec(request.headers.cookie ?? '')?.[1]
    if (!person) return open[turn++ % open.length]
    return open.toSorted((one, other) => weigh(person, one).compare(weigh(person, other)))[0]
  }

  function findCarrier(request) {
    const named = /^\/voice\/[^?]*\?.*\bserver=(\d+)/.exec(request.url)?.[1]
    return named && [...servers].find(({ gatewayId }) => gatewayId === Number(named))
  }

  const listener = http.createServer((request, response) => {
    const server = choose(request)
    if (!server) return refuse(response)
    passOrigin(request, isBehindProxy)
    proxy.web(request, response, { target: urlOf(server) }).catch(() => refuse(response))
  })
  listener.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const server = findCarrier(request) ?? choose(request)
    if (!server) return socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
    passOrigin(request, isBehindProxy)
    const options = { xfwd: false, upgradeTimeout: upgradeTimeoutMs }
    proxyUpgrade(urlOf(server), request, socket, head, options).catch(() => {})
  })
  await new Promise((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(port, host, resolve)
  })
  return {
    port: listener.address().port,
    add: async (server) => servers.add(server),
    /** Gives a server nothing new; its conversations stay. */
    retire: async (server) => {
      server.isRetiring = true
    },
    remove: async (server) => servers.delete(server),
    close: () => {
      listener.closeAllConnections()
      return new Promise((resolve) => listener.close(resolve))
    },
  }
}

/** Returns a weight by rendezvous hashing: a server that comes or goes moves only its own people. */
function weigh(person, { gatewayId }) {
  return createHash('sha256').update(`${gatewayId} ${person}`).digest()
}

function urlOf({ port }) {
  return `http://127.0.0.1:${port}`
}

/** Reports who sent a request and how. The server trusts this balancer, so what a stranger says of it is removed. */
function passOrigin(request, isBehindProxy) {
  const { headers, socket } = request
  const before = isBehindProxy && headers['x-forwarded-for']
  headers['x-forwarded-for'] = before ? `${before}, ${socket.remoteAddress}` : socket.remoteAddress
  if (isBehindProxy) return
  headers['x-forwarded-proto'] = 'http'
  headers['x-forwarded-host'] = headers.host ?? ''
}

/** Refuses a request because no server could be reached, unless its answer has begun. */
function refuse(response) {
  if (response.headersSent) return response.destroy()
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  response.end('{"message":"Luna is starting again. Please try again.","code":"unavailable"}')
}
