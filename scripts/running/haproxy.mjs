// HAProxy in front of several servers, with the configuration that the project ships.
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { freePort } from './free-port.mjs'
import { findProgram, startProgram } from './programs.mjs'

const startLimitMs = 10_000

/**
 * Starts HAProxy where this machine has it. Returns the same as `startBalancer`, or null without HAProxy. A port of 0
 * means any.
 */
export async function startHaproxy({ host, port: wanted, isBehindProxy }) {
  const [haproxy, setpriv] = [findProgram('haproxy'), findProgram('setpriv')]
  if (!haproxy || !setpriv) return null
  const port = wanted || (await freePort())
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-haproxy-'))
  const socket = path.join(directory, 'admin')
  const { LUNA_BEHIND_PROXY: _, ...env } = process.env
  // It must not outlive this process and keep the port.
  const args = ['--pdeathsig', 'SIGTERM', haproxy, '-db', '-q', '-f', path.join(root, 'deploy/haproxy.cfg')]
  const running = startProgram(setpriv, args, {
    env: {
      ...env,
      LUNA_BIND: `${host}:${port}`,
      LUNA_SOCKET: socket,
      ...(isBehindProxy ? { LUNA_BEHIND_PROXY: '1' } : {}),
    },
  })
  const close = async () => {
    await running.stop()
    fs.rmSync(directory, { recursive: true, force: true })
  }
  try {
    await untilReady(running, socket)
  } catch (error) {
    await close()
    throw error
  }
  return { port, ...placesOf(socket), close }
}

async function untilReady({ isOver }, socket) {
  const startedAt = Date.now()
  for (;;) {
    if (isOver()) throw new Error('HAProxy ended while starting.')
    try {
      return await command(socket, 'show info')
    } catch (error) {
      if (Date.now() - startedAt > startLimitMs) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Gives each server one of the places of the configuration, in the backends that it is for. */
function placesOf(socket) {
  const servers = Array.from({ length: 64 }, () => null)
  const set = async (server, words) => {
    const name = `place${servers.indexOf(server) + 1}`
    for (const backend of ['voice', 'pages']) {
      if (server.serve === undefined || server.serve === 'all' || server.serve === backend)
        await command(socket, `set server ${backend}/${name} ${words}`)
    }
  }
  return {
    add: async (server) => {
      const free = servers.indexOf(null)
      if (free === -1) throw new Error('HAProxy has no place for another server.')
      servers[free] = server
      await set(server, `addr 127.0.0.1 port ${server.port}`)
      await set(server, 'state ready')
    },
    retire: (server) => set(server, 'state drain'),
    remove: async (server) => {
      // With HAProxy gone there is nothing to do.
      await set(server, 'state maint').catch(() => {})
      servers[servers.indexOf(server)] = null
    },
  }
}

/** Sends one command to HAProxy. Returns its answer; throws when it refuses. */
function command(socket, words) {
  return new Promise((resolve, reject) => {
    let answer = ''
    const connection = net.connect(socket, () => connection.write(`${words}\n`))
    connection.setEncoding('utf8')
    connection.on('data', (text) => {
      answer += text
    })
    connection.once('error', reject)
    connection.once('close', () => {
      if (/invalid|unknown|no such|require/i.test(answer.split('\n')[0])) reject(new Error(`HAProxy: ${answer.trim()}`))
      else resolve(answer)
    })
  })
}
