import sharp from 'sharp'
import * as settings from '#contract/organizations/app/branded-app-settings.ts'
import * as brandedApp from '#contract/organizations/app/branded-app.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectRefused, it, organization, tags } from '#tests/calls.ts'
import * as apps from '../../../kit/organizations/branded-apps.ts'
import { plain } from '../../../kit/world/pictures.ts'

const { publishedOrganization, save, uploadLogo } = apps

/** Apps of organizations: their content, their audience, and the files that a worker stores. */

const world = await kit.sharedWorld()

const get = (path: string) => apps.get(world, path)
const text = async (path: string) => (await get(path)).bytes.toString('utf8')
const see = (slug: string, client = world.visitor()) => client.try(brandedApp.publicBrandedApp, { params: { slug } })
const page = async (path: string, client = world.visitor()) => {
  const answer = await apps.get(world, path, { cookie: client.cookieHeader() })
  return { ...answer, html: answer.bytes.toString('utf8') }
}
const png = await plain(64, 64).png().toBuffer()

describe('the public view of an app', tags('D139 D141'), () => {
  it('has its look, its texts and its flags', async () => {
    const texts = { slug: 'northwind', appName: 'Northwind', welcomeMessage: 'Hello', tagline: 'Sails up' }
    const contactInfo = { email: 'hi@north.test', phone: '', websiteUrl: '', address: '' }
    const given = { ...texts, contactInfo, primaryColor: '#0f766e', enableFeedback: false }
    const { id } = await publishedOrganization(world, given)
    const { status, headers, body } = await see('northwind')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    const look = { logoUrl: null, secondaryColor: '#7c3aed', accentColor: '#06b6d4' }
    const flags = { isPublished: true, showPublicAgents: true, enableAgentRequests: true }
    expect(body).toEqual({ ...given, ...look, ...flags, organizationId: id, agents: [] })
  })

  it('is a draft for its own admins only, who can neither find nor install it', tags('D140'), async () => {
    const firm = await apps.grantedOrganization(world)
    await save(firm, { slug: 'in-draft', appName: 'Secret Plan', tagline: 'Draft' })
    const colleague = await kit.member(world, firm.id)
    const other = await organization(world)
    for (const client of [world.visitor(), colleague.client, other.owner.client]) {
      expect(await see('in-draft', client)).toMatchObject({ status: 404, body: { code: 'app_not_found' } })
      const shown = await page('/o/in-draft/', client)
      expect([shown.status, shown.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
      expect(shown.html).not.toContain('Secret Plan')
      expect((await page('/o/in-draft', client)).status).toBe(404)
    }
    for (const { client } of [firm.owner, await kit.platformAdmin(world)])
      expect((await see('in-draft', client)).body).toMatchObject({ isPublished: false, tagline: 'Draft' })
    const { status, headers, html } = await page('/o/in-draft/', firm.owner.client)
    expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    expect(html).toContain('<title>Secret Plan</title>')
    expect(html).not.toContain('rel="manifest"')
    for (const file of ['manifest.webmanifest', 'icons/icon-192.png', 'worker.js'])
      expect([file, (await get(`/o/in-draft/${file}`)).status]).toEqual([file, 404])
  })

  it('is a 404 at other slugs and paths, and once publishing or access ended', tags('D129'), async () => {
    const firm = await publishedOrganization(world, { slug: 'found' })
    const slugs = ['no-such-app', 'x', '%00', '..%2f..']
    const elsewhere = slugs.flatMap((slug) => [`/api/o/${slug}`, `/o/${slug}/manifest.webmanifest`])
    const below = ['/o/no-such-app/', '/o/no-such-app', '/o/found/more', '/o/found/picture.png', '/o/']
    for (const path of [...elsewhere, ...below]) expect([path, (await get(path)).status]).toEqual([path, 404])
    const expectStatus = async (status: number) => {
      for (const path of ['/api/o/found', '/o/found/manifest.webmanifest'])
        expect((await get(path)).status).toBe(status)
    }
    await expectStatus(200)
    await kit.setStatus(world, firm, 'canceled')
    await expectStatus(404)
    await kit.setStatus(world, firm, 'active')
    await save(firm, { isActive: false })
    await expectStatus(404)
  })

  it('names featured agents first, then public ones by name', async () => {
    const firm = await publishedOrganization(world)
    const add = (name: string, isPrivate = false) =>
      kit.assignedAgent(world, firm, { name: `${name} ${firm.id}`, isPrivate })
    const [zoe, adam, chosen] = [await add('Zoe'), await add('Adam'), await add('C', true)]
    await add('Secret', true)
    // Nor those for admins or paused.
    await kit.assignedAgent(world, firm, {}, 'admin-only')
    await world.sql('update agent set is_active = false where id = $1', [await add('Paused')])
    await save(firm, { featuredAgentIds: [chosen] })
    const { agents } = (await see(firm.slug)).body
    const shown = agents.map(({ id, isFeatured }) => `${id} ${isFeatured}`)
    expect(shown).toEqual([`${chosen} true`, `${adam} false`, `${zoe} false`])
    const names = ['category', 'description', 'id', 'imageUrl', 'isFeatured', 'name']
    expect(Object.keys(agents[0] ?? {}).toSorted()).toEqual(names)
    await save(firm, { showPublicAgents: false })
    expect((await see(firm.slug)).body).toMatchObject({ showPublicAgents: false, agents: [] })
  })
})

it("a logo replaces the one before; null restores the organization's", tags('D137 D151'), async () => {
  const [firm, other] = [await organization(world), await organization(world)]
  await world.sql("update organization set logo_url = 'https://firm.example/logo.png' where id = $1", [firm.id])
  const first = (await uploadLogo(world, firm.owner, png)).body.shownLogoUrl
  const second = (await uploadLogo(world, firm.owner, png)).body.shownLogoUrl
  expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200])
  expect((await save(firm, { logoUrl: second })).logoUrl).toBe(second)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const refused = await uploadLogo(world, firm.owner, svg)
  expect(refused).toMatchObject({ status: 400, body: { code: 'wrong_image_type' } })
  // Pictures of others stay theirs.
  const { logoUrl } = (await uploadLogo(world, other.owner, png)).body
  const problem = { field: 'logoUrl', message: 'Please enter a valid URL' }
  await expectRefused(settings.saveBrandedApp, [firm.owner, { body: { logoUrl } }, 400, problem])
  expect((await get(logoUrl)).status).toBe(200)
  expect((await firm.owner.client.call(settings.brandedAppSettings, { query: {} })).logoUrl).toBe(second)
  const restored = { logoUrl: null, shownLogoUrl: 'https://firm.example/logo.png' }
  expect(await save(firm, { logoUrl: null })).toMatchObject(restored)
  expect((await get(second)).status).toBe(404)
})

it('a former address redirects to the current one for 30 days, with all files', tags('D138'), async () => {
  const firm = await publishedOrganization(world, { slug: 'old-harbor' })
  await save(firm, { slug: 'new-harbor' })
  expect((await see('old-harbor')).body.slug).toBe('new-harbor')
  for (const [from, to] of [
    ['/o/old-harbor', '/o/new-harbor/'],
    ['/o/old-harbor/', '/o/new-harbor/'],
    ['/o/old-harbor/agents?talk=1', '/o/new-harbor/agents?talk=1'],
    ['/o/new-harbor', '/o/new-harbor/'],
    ['/o/New-Harbor/', '/o/new-harbor/'],
    ['/o/old-harbor/manifest.webmanifest', '/o/new-harbor/manifest.webmanifest'],
    ['/o/old-harbor/icons/icon-192.png', '/o/new-harbor/icons/icon-192.png'],
  ] as const) {
    const { status, headers } = await get(from)
    expect([from, status, headers.get('location')]).toEqual([from, 302, to])
  }
  expect((await get('/o/new-harbor/')).status).toBe(200)
  const end = "update organization_former_slug set redirects_until = now() - interval '1 s' where slug = 'old-harbor'"
  await world.sql(end)
  expect((await see('old-harbor')).status).toBe(404)
  expect((await save(await organization(world), { slug: 'old-harbor' })).slug).toBe('old-harbor')
})

describe('the page of an app', tags('S389 D139 D141'), () => {
  it('names the app, its manifest and its icons before any script runs', async () => {
    const named = { slug: 'beacon', appName: 'Beacon & Co', tagline: 'Says "light"', primaryColor: '#0f766e' }
    await publishedOrganization(world, named)
    const { status, headers, html } = await page('/o/beacon/')
    expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([200, 'no-store', null])
    for (const part of [
      '<title>Beacon &amp; Co</title>',
      '<meta name="description" content="Says &quot;light&quot;" />',
      '<meta name="theme-color" content="#0f766e" />',
      '<link rel="manifest" href="/o/beacon/manifest.webmanifest" />',
      `<link rel="canonical" href="${world.url}/o/beacon/" />`,
    ])
      expect(html).toContain(part)
    expect(html.match(/rel="manifest"|name="theme-color"/g)).toHaveLength(2)
    const icon = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html)?.[1] ?? ''
    expect((await get(icon)).headers.get('content-type')).toBe('image/png')
    expect((await page('/o/beacon/agents')).status).toBe(200)
    // Nothing that the content policy refuses.
    expect(html.match(/<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/g)).toBeNull()
  })

  it('has its colors without a network, where its worker stores everything', async () => {
    const firm = await publishedOrganization(world, { slug: 'calm', appName: 'Calm <i>', primaryColor: '#facc15' })
    const worker = await get('/o/calm/worker.js')
    expect(worker.headers.get('content-type')).toContain('text/javascript')
    const script = worker.bytes.toString('utf8')
    type App = { home: string; page: string; files: string[] }
    const app = JSON.parse(/const app = (.*)/.exec(script)?.[1] ?? '') as App
    expect([app.home, app.page]).toEqual(['/o/calm/', '/o/calm/offline'])
    for (const file of app.files) expect([file, (await get(file)).status]).toEqual([file, 200])
    expect(script).toContain("importScripts('/branded-app-worker.js')")
    expect((await get('/branded-app-worker.js')).headers.get('content-type')).toContain('javascript')
    expect(await text('/o/calm/offline')).toContain('Calm &lt;i> needs a connection')
    const style = await text('/o/calm/offline.css')
    for (const rule of ['background: #facc15', 'color: #111827']) expect(style).toContain(rule)
    // Another look is another version, so that browsers fetch it again.
    await save(firm, { primaryColor: '#0f766e' })
    expect(await text('/o/calm/worker.js')).not.toBe(script)
    await save(firm, { isActive: false })
    for (const file of ['worker.js', 'offline', 'offline.css']) expect((await get(`/o/calm/${file}`)).status).toBe(404)
  })
})

const manifestOf = (slug: string, headers = {}) => apps.get(world, brandedApp.manifestPath(slug), headers)

it('the manifest of an app names it, and covers exactly its own folder', tags('S389 D139'), async () => {
  const look = { appName: 'Lantern Coaching', tagline: 'Light for teams', primaryColor: '#b45309' }
  const firm = await publishedOrganization(world, { slug: 'lantern', ...look })
  const { status, headers, bytes } = await manifestOf('lantern')
  expect(status).toBe(200)
  const names = ['content-type', 'cache-control', 'x-content-type-options']
  const values = ['application/manifest+json; charset=utf-8', 'public, max-age=300', 'nosniff']
  expect(names.map((name) => headers.get(name))).toEqual(values)
  expect(headers.getSetCookie()).toEqual([])
  const manifest = JSON.parse(bytes.toString()) as { icons: { src: string; sizes: string; purpose: string }[] }
  const named = { name: 'Lantern Coaching', short_name: 'Lantern', description: 'Light for teams' }
  const colors = { theme_color: '#b45309', background_color: '#b45309' }
  expect(manifest).toMatchObject({ ...named, ...colors, scope: '/o/lantern/', display: 'standalone' })
  const icons = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)
  expect(icons).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
  for (const { src, sizes } of manifest.icons) {
    expect(src).toMatch(/^\/o\/lantern\/icons\/[\w-]+\.png\?v=[\da-f]{12}$/)
    const icon = await get(src)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
    const { format, width, height } = await sharp(icon.bytes).metadata()
    expect([format, `${width}x${height}`]).toEqual(['png', sizes])
  }
  const etag = headers.get('etag') ?? ''
  expect((await manifestOf('lantern', { 'if-none-match': etag })).status).toBe(304)
  await save(firm, { tagline: 'Another' })
  expect((await manifestOf('lantern', { 'if-none-match': etag })).status).toBe(200)
})

describe('the icons of an app (D139)', () => {
  const iconsOf = async (slug: string) => {
    const [, large, maskable] = brandedApp.appIcons
    return {
      large: (await get(brandedApp.iconPath(slug, large))).bytes,
      maskable: (await get(brandedApp.iconPath(slug, maskable))).bytes,
    }
  }

  it('show the initial on the brand color, and nothing from elsewhere', tags('D137'), async () => {
    const logoUrl = 'https://elsewhere.example/logo.png'
    const { slug } = await publishedOrganization(world, { appName: 'Ida', primaryColor: '#b45309', logoUrl })
    expect((await see(slug)).body.logoUrl).toBe(logoUrl)
    const { large, maskable } = await iconsOf(slug)
    expect([await apps.colorAt(maskable, 0, 0), await apps.colorAt(large, 0.5, 0.1)]).toEqual(['#b45309', '#b45309'])
    // The stem of the I.
    for (const icon of [maskable, large]) expect(await apps.colorAt(icon, 0.5, 0.5)).toBe('#ffffff')
    expect((await sharp(large).extractChannel('alpha').raw().toBuffer())[0]).toBe(0)
  })

  it('change with the logo; a light logo is drawn on the brand color', async () => {
    const firm = await publishedOrganization(world, { primaryColor: '#b45309' })
    const { slug } = firm
    const first = await manifestOf(slug)
    const { body } = await uploadLogo(world, firm.owner, await plain(300, 300).png().toBuffer())
    expect((await manifestOf(slug)).bytes.equals(first.bytes)).toBe(false)
    expect((await see(slug)).body.logoUrl).toBe(body.shownLogoUrl)
    const { large, maskable } = await iconsOf(slug)
    const ofLogo = /^#1[0-9a-f]a[0-9a-f]3[0-9a-f]$/
    for (const icon of [large, maskable]) expect(await apps.colorAt(icon, 0.5, 0.5)).toMatch(ofLogo)
    // It is as large as its icon, whose corners stay round; around the safe zone of a maskable one, its color goes on.
    for (const icon of [large, maskable]) expect(await apps.colorAt(icon, 0.02, 0.5)).toMatch(ofLogo)
    expect((await sharp(large).extractChannel('alpha').raw().toBuffer())[0]).toBe(0)
    const white = { create: { width: 100, height: 100, channels: 4, background: '#ffffff' } } as const
    const clear = { top: 50, bottom: 50, left: 50, right: 50, background: '#00000000' }
    await uploadLogo(world, firm.owner, await sharp(white).extend(clear).png().toBuffer())
    const light = await iconsOf(slug)
    expect(await apps.colorAt(light.maskable, 0.02, 0.5)).toBe('#b45309')
    expect(await apps.colorAt(light.maskable, 0.5, 0.5)).toMatch(/^#f[a-f]f[a-f]f[a-f]$/)
  })
})
