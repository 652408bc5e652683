import path from 'node:path'
import { readConfig } from '#server/config.ts'
import { describe, expect, it, openWorld, ownWorld } from '#tests/calls.ts'

const world = await ownWorld()

describe('what a server reveals to the world', () => {
  it('/metrics shows figures only to clients that know its token, and to nobody else on the network (S)', async () => {
    const token = 'a-token-of-the-figures'
    const other = await openWorld({ METRICS_TOKEN: token, TRUST_PROXY: '127.0.0.1', STANDINS: 'demo' })
    try {
      const ask = (headers: Record<string, string>) =>
        other.visitor().request<{ code: string } | string>('GET', '/metrics', undefined, headers)
      for (const authorization of ['', 'Bearer wrong', `Basic ${token}`]) {
        const refused = await ask({ authorization })
        expect([refused.status, refused.body]).toEqual([401, expect.objectContaining({ code: 'unauthorized' })])
      }
      expect((await ask({ authorization: `Bearer ${token}` })).body).toContain('luna_live_conversations')
      const { config } = other.services
      Object.assign(other.services, { config: { ...config, metricsToken: null } })
      expect((await ask({})).status).toBe(200)
      expect((await ask({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
      Object.assign(other.services, { config: { ...config, metricsToken: null, demo: false } })
      expect((await ask({})).status).toBe(404)
    } finally {
      await other.close()
    }
  })

  it('/.well-known/security.txt says where to report a weakness, and no other path begins with a dot (RFC 9116)', async () => {
    const read = async (path: string) => world.visitor().request<string>('GET', path)
    const reply = await read('/.well-known/security.txt')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = Object.fromEntries(
      reply.body
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/) as [string, string]),
    )
    expect(fields).toMatchObject({
      Contact: `${world.url}/contact`,
      Canonical: `${world.url}/.well-known/security.txt`,
      'Preferred-Languages': 'en',
    })
    const daysLeft = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(80)
    expect(daysLeft).toBeLessThan(365)
    expect((await read('/.well-known/other.txt')).status).toBe(404)
    const contact = 'mailto:security@luna.example'
    const base = {
      DATABASE_URL: 'postgres://here',
      STANDINS_URL: 'http://127.0.0.1:1',
      DATA_DIR: path.dirname(world.logFile),
    }
    expect(readConfig({ ...base, SECURITY_CONTACT: contact }).securityContact).toBe(contact)
    expect(() => readConfig({ ...base, SECURITY_CONTACT: 'security@luna.example' })).toThrow(/SECURITY_CONTACT/)
  })
})
