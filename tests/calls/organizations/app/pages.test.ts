import { describe, expect, it, member, organization, registered, sharedWorld, type TestClient } from '#tests/calls.ts'
import { get, grantedOrganization, publishedOrganization, save } from '../../../kit/organizations/branded-apps.ts'

/** The pages of organizations' apps: who gets them, what is in their head, and what a worker stores (D138, D139). */

const world = await sharedWorld()

const page = async (path: string, client: TestClient = world.visitor()) => {
  const answer = await get(world, path, { cookie: client.cookieHeader() })
  return { ...answer, html: answer.bytes.toString('utf8') }
}
const text = async (path: string) => (await get(world, path)).bytes.toString('utf8')

describe('the page of an app (D139, D141)', () => {
  it('names the app, its manifest and its icons before any script runs (S389)', async () => {
    await publishedOrganization(world, {
      slug: 'beacon',
      appName: 'Beacon & Co',
      tagline: 'Says "light"',
      primaryColor: '#0f766e',
    })
    const { status, headers, html } = await page('/o/beacon/')
    expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([200, 'no-store', null])
    expect(html).toContain('<title>Beacon &amp; Co</title>')
    expect(html).toContain('<meta name="description" content="Says &quot;light&quot;" />')
    expect(html).toContain('<meta name="theme-color" content="#0f766e" />')
    expect(html).toContain('<link rel="manifest" href="/o/beacon/manifest.webmanifest" />')
    expect(html.match(/rel="manifest"/g)).toHaveLength(1)
    expect(html.match(/name="theme-color"/g)).toHaveLength(1)
    const icon = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html)?.[1] ?? ''
    expect((await get(world, icon)).headers.get('content-type')).toBe('image/png')
    expect(html).toContain(`<link rel="canonical" href="${world.url}/o/beacon/" />`)
    expect((await page('/o/beacon/agents')).status).toBe(200)
    // Nothing that the content policy refuses.
    expect(html.match(/<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/g)).toBeNull()
  })

  it('is a 404 without an app, before it is published, and at any path below it', async () => {
    const firm = await grantedOrganization(world)
    const { slug } = await save(firm, { slug: 'in-draft', appName: 'Secret Plan' })
    const stranger = await registered(world)
    const colleague = await member(world, firm.id)
    const other = await organization(world)
    const refused = [world.visitor(), stranger.client, colleague.client, other.owner.client]
    for (const client of refused) {
      const { status, headers, html } = await page(`/o/${slug}/`, client)
      expect([status, headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
      expect(html).not.toContain('Secret Plan')
      expect((await page(`/o/${slug}`, client)).status).toBe(404)
    }
    await publishedOrganization(world, { slug: 'found' })
    for (const path of ['/o/no-such-app/', '/o/no-such-app', '/o/found/more', '/o/found/picture.png', '/o/']) {
      expect([path, (await page(path)).status]).toEqual([path, 404])
    }
  })

  it('is a draft for its own admins, who can see it but not find or install it (D140)', async () => {
    const firm = await grantedOrganization(world)
    await save(firm, { slug: 'own-draft', appName: 'Our Draft' })
    const { status, headers, html } = await page('/o/own-draft/', firm.owner.client)
    expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    expect(html).toContain('<title>Our Draft</title>')
    expect(html).not.toContain('rel="manifest"')
    expect((await get(world, '/o/own-draft/worker.js')).status).toBe(404)
  })

  it('has the address of a folder, and a former slug redirects to it (D138)', async () => {
    const firm = await publishedOrganization(world, { slug: 'first-name' })
    await save(firm, { slug: 'second-name' })
    for (const [from, to] of [
      ['/o/second-name', '/o/second-name/'],
      ['/o/Second-Name/', '/o/second-name/'],
      ['/o/first-name/agents?talk=1', '/o/second-name/agents?talk=1'],
    ] as const) {
      const { status, headers } = await page(from)
      expect([from, status, headers.get('location')]).toEqual([from, 302, to])
    }
  })
})

describe('what an app shows without a network (D139)', () => {
  it('is a page in its colors, which its worker stores with the style and the icon', async () => {
    const firm = await publishedOrganization(world, { slug: 'calm', appName: 'Calm <i>', primaryColor: '#facc15' })
    const worker = await get(world, '/o/calm/worker.js')
    expect(worker.headers.get('content-type')).toContain('text/javascript')
    const script = worker.bytes.toString('utf8')
    const app = JSON.parse(/const app = (.*)/.exec(script)?.[1] ?? '') as {
      home: string
      page: string
      files: string[]
    }
    expect([app.home, app.page]).toEqual(['/o/calm/', '/o/calm/offline'])
    for (const file of app.files) expect([file, (await get(world, file)).status]).toEqual([file, 200])
    expect(script).toContain("importScripts('/branded-app-worker.js')")
    expect((await get(world, '/branded-app-worker.js')).headers.get('content-type')).toContain('javascript')
    expect(await text('/o/calm/offline')).toContain('Calm &lt;i> needs a connection')
    const style = await text('/o/calm/offline.css')
    expect(style).toContain('background: #facc15')
    expect(style).toContain('color: #111827')

    // Another look is another version, so that browsers fetch it again.
    await save(firm, { primaryColor: '#0f766e' })
    expect(await text('/o/calm/worker.js')).not.toBe(script)
    await save(firm, { isActive: false })
    for (const file of ['worker.js', 'offline', 'offline.css']) {
      expect((await get(world, `/o/calm/${file}`)).status).toBe(404)
    }
  })
})
