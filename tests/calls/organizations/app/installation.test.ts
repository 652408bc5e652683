import sharp from 'sharp'
import * as brandedApp from '#contract/organizations/app/branded-app.ts'
import { describe, expect, it, sharedWorld } from '#tests/calls.ts'
import { colorAt, get, publishedOrganization, save, uploadLogo } from '../../../kit/organizations/branded-apps.ts'
import { plain } from '../../../kit/world/pictures.ts'

const world = await sharedWorld()

const see = (slug: string) => world.visitor().try(brandedApp.publicBrandedApp, { params: { slug } })
const manifestOf = (slug: string, headers = {}) => get(world, brandedApp.manifestPath(slug), headers)

it('the manifest of an app names it, and covers exactly its own folder (S389, D139)', async () => {
  const look = { appName: 'Lantern Coaching', tagline: 'Light for teams', primaryColor: '#b45309' }
  const firm = await publishedOrganization(world, { slug: 'lantern', ...look })
  const { status, headers, bytes } = await manifestOf('lantern')
  expect(status).toBe(200)
  const names = ['content-type', 'cache-control', 'x-content-type-options']
  const values = ['application/manifest+json; charset=utf-8', 'public, max-age=300', 'nosniff']
  expect(names.map((name) => headers.get(name))).toEqual(values)
  expect(headers.getSetCookie()).toEqual([])
  const manifest = JSON.parse(bytes.toString()) as { icons: { src: string; sizes: string; purpose: string }[] }
  expect(manifest).toMatchObject({
    id: `/o/lantern/?organization=${firm.id}`,
    name: 'Lantern Coaching',
    short_name: 'Lantern',
    description: 'Light for teams',
    start_url: '/o/lantern/',
    scope: '/o/lantern/',
    display: 'standalone',
    theme_color: '#b45309',
    background_color: '#b45309',
  })
  const icons = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)
  expect(icons).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
  for (const { src, sizes } of manifest.icons) {
    expect(src).toMatch(/^\/o\/lantern\/icons\/[\w-]+\.png\?v=[\da-f]{12}$/)
    const icon = await get(world, src)
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
      large: (await get(world, brandedApp.iconPath(slug, large))).bytes,
      maskable: (await get(world, brandedApp.iconPath(slug, maskable))).bytes,
    }
  }

  it('show the initial on the brand color; a maskable one fills its square', async () => {
    const { slug } = await publishedOrganization(world, { appName: 'Ida', primaryColor: '#b45309' })
    const { large, maskable } = await iconsOf(slug)
    expect([await colorAt(maskable, 0, 0), await colorAt(large, 0.5, 0.1)]).toEqual(['#b45309', '#b45309'])
    // The stem of the I.
    expect([await colorAt(maskable, 0.5, 0.5), await colorAt(large, 0.5, 0.5)]).toEqual(['#ffffff', '#ffffff'])
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
    for (const icon of [large, maskable]) expect(await colorAt(icon, 0.5, 0.5)).toMatch(ofLogo)
    // It is as large as its icon, whose corners stay round; around the safe zone of a maskable one, its color goes on.
    for (const icon of [large, maskable]) expect(await colorAt(icon, 0.02, 0.5)).toMatch(ofLogo)
    expect((await sharp(large).extractChannel('alpha').raw().toBuffer())[0]).toBe(0)

    const white = { create: { width: 100, height: 100, channels: 4, background: '#ffffff' } } as const
    const clear = { top: 50, bottom: 50, left: 50, right: 50, background: '#00000000' }
    await uploadLogo(world, firm.owner, await sharp(white).extend(clear).png().toBuffer())
    const light = await iconsOf(slug)
    expect(await colorAt(light.maskable, 0.02, 0.5)).toBe('#b45309')
    expect(await colorAt(light.maskable, 0.5, 0.5)).toMatch(/^#f[a-f]f[a-f]f[a-f]$/)
  })

  it('are not fetched from elsewhere: an https logo leaves the initial (D137)', async () => {
    const logoUrl = 'https://elsewhere.example/logo.png'
    const { slug } = await publishedOrganization(world, { appName: 'Ida', logoUrl })
    expect((await see(slug)).body.logoUrl).toBe(logoUrl)
    expect(await colorAt((await iconsOf(slug)).maskable, 0.5, 0.5)).toBe('#ffffff')
  })
})
