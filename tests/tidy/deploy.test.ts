import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../scripts/running/programs.mjs'

/** Checks the shipped configurations with their own programs, where this machine has them. */
const root = path.join(import.meta.dirname, '../..')
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-deploy-'))
const certificate = path.join(directory, 'luna.pem')
afterAll(() => fs.rmSync(directory, { recursive: true }))

/** Returns what a program says of files; null when it accepts them. */
function findFault(program: string, args: string[], env: Record<string, string> = {}): string | null {
  const options = { encoding: 'utf8', env: { PATH: process.env.PATH ?? '', ...env } } as const
  const { status, stdout, stderr } = spawnSync(findProgram(program) ?? '', args, options)
  return status === 0 && !/warn/i.test(stderr) ? null : `${stdout}${stderr}`
}

/** Copies a shipped file with other paths. Returns the copy. */
function copyWith(name: string, changes: Record<string, string>): string {
  let text = fs.readFileSync(path.join(root, 'deploy', name), 'utf8')
  for (const [from, to] of Object.entries(changes)) text = text.replaceAll(from, to)
  const file = path.join(directory, name)
  fs.writeFileSync(file, text)
  return file
}

describe('the shipped configurations', () => {
  beforeAll(() => {
    const openssl = findProgram('openssl')
    if (!openssl) return
    const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=luna'.split(' ')
    spawnSync(openssl, [...args, '-keyout', certificate, '-out', `${certificate}.crt`])
    fs.appendFileSync(certificate, fs.readFileSync(`${certificate}.crt`))
  })

  it.skipIf(!findProgram('haproxy') || !findProgram('openssl'))('are accepted by HAProxy', () => {
    const file = copyWith('haproxy.cfg', { '/etc/haproxy/luna.pem': certificate })
    expect(findFault('haproxy', ['-c', '-f', file])).toBeNull()
    const ours = { LUNA_BIND: '127.0.0.1:20000', LUNA_SOCKET: path.join(directory, 'socket') }
    expect(findFault('haproxy', ['-c', '-f', file], ours)).toBeNull()
    expect(findFault('haproxy', ['-c', '-f', file], { ...ours, LUNA_BEHIND_PROXY: '1' })).toBeNull()
  })

  it.skipIf(!findProgram('nginx') || !findProgram('openssl'))('are accepted by nginx', () => {
    const site = copyWith('nginx.conf', {
      '/etc/letsencrypt/live/luna.example.com/fullchain.pem': certificate,
      '/etc/letsencrypt/live/luna.example.com/privkey.pem': certificate,
      '/var/log/nginx/luna.log': path.join(directory, 'access.log'),
    })
    const file = path.join(directory, 'main.conf')
    fs.writeFileSync(file, `pid ${directory}/pid;\nerror_log stderr;\nevents {}\nhttp { include ${site}; }\n`)
    expect(findFault('nginx', ['-t', '-q', '-c', file])).toBeNull()
  })

  it.skipIf(!findProgram('systemd-analyze'))('are accepted by systemd', () => {
    const changes = { '/opt/luna': root, 'User=luna': 'User=root' }
    const files = ['luna.service', 'luna-backup.service', 'luna-backup.timer'].map((name) => copyWith(name, changes))
    const server = copyWith('luna@.service', changes).replace('@', '@3001')
    fs.renameSync(server.replace('@3001', '@'), server)
    expect(findFault('systemd-analyze', ['verify', '--man=no', ...files, server])).toBeNull()
  })
})
