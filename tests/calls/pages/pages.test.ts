import { createHash } from 'node:crypto'
import { addAgent, describe, expect, it, ownWorld, registered } from '#tests/calls.ts'

/** The documents of the web app, and what is in them before any script runs. */

const world = await ownWorld()

async function read(path: string, client = world.visitor()): Promise<{ html: string; headers: Headers }> {
  const { status, body, headers } = await client.request<string>('GET', path)
  expect(status).toBe(200)
  return { html: body, headers }
}

describe('a page for visitors', () => {
  it('holds the whole landing page: texts, prices, links (S003, S004, S034, S037, D157)', async () => {
    const { html, headers } = await read('/')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toContain('cookie')
    expect(headers.get('x-robots-tag')).toBeNull()
    for (const text of [
      'all-in-one implementation engine for clients, teams, brands and growth',
      'over 1000 hours saved each month',
      'Sign Up to Unlock',
      '$27.97',
      'href="/register?tier=ascend"',
      'Do minutes expire?',
    ]) {
      expect(html).toContain(text)
    }
    expect(html).not.toContain('<noscript>')
  })

  it('contains nothing that the content policy refuses: no inline script, no inline style (D169 [S])', async () => {
    for (const path of ['/', '/help', '/about', '/contact', '/organization-info', '/privacy-policy']) {
      const { html } = await read(path)
      expect(html.match(/<script(?![^>]*\bsrc=)/g)).toBeNull()
      expect(html.match(/\sstyle=/g)).toBeNull()
      expect(html.match(/\son\w+=/g)).toBeNull()
    }
  })

  it('brings its style sheet, which the content policy of that document alone allows by its hash (D169 [S])', async () => {
    const hashes = (headers: Headers) => headers.get('content-security-policy')?.match(/[\w-]+ [^;]*'sha256-[^']+'/g)
    for (const path of ['/', '/login', '/admin', '/organization-info']) {
      const { html, headers } = await read(path)
      const styles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, text = '']) => text)
      expect(styles, path).toHaveLength(1)
      const hash = createHash('sha256')
        .update(styles[0] ?? '')
        .digest('base64')
      expect(hashes(headers)).toEqual([`style-src 'self' 'sha256-${hash}'`])
    }
    for (const path of ['/api/config', '/healthz', '/theme.js']) expect(hashes((await read(path)).headers)).toBeNull()
  })

  it("names the theme's script by its content, so that browsers keep it", async () => {
    const { html } = await read('/')
    const address = /src="(\/theme\.js\?v=[^"]+)"/.exec(html)?.[1] ?? ''
    expect((await read(address)).headers.get('cache-control')).toContain('immutable')
    expect((await read('/theme.js')).headers.get('cache-control')).not.toContain('immutable')
  })

  it('names itself to search engines and link previews with addresses of this site', async () => {
    const { html } = await read('/help')
    const { publicUrl } = world.services.config
    expect(publicUrl).toBeNull()
    const origin = world.url
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html.match(/name="description"/g)).toHaveLength(1)
    expect(html).toContain('<title>Help Center · Luna</title>')
    expect(html).toContain(`<link rel="canonical" href="${origin}/help"/>`)
    expect(html).toContain(`<meta property="og:url" content="${origin}/help"/>`)
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const reply = await fetch(picture)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
    await reply.arrayBuffer()
    expect((await read('/help?ref=ABCDEFGH')).html).toContain(`href="${origin}/help"`)
  })

  it('follows the settings at once, and none of them becomes markup (D155, D157 [S])', async () => {
    const nasty = `"></div><script src="https://example.test/x.js"></script>`
    await world.sql(
      `insert into platform_setting (setting_key, setting_value, updated_at)
       values ('hoursSavedText', $1, now()), ('communityUrl', '"https://community.example"', now()),
         ('internalNote', '"not for the page"', now())`,
      [JSON.stringify(nasty)],
    )
    const { html } = await read('/')
    expect(html).not.toContain('example.test/x.js"></script>')
    expect(html).toContain('&lt;script src=')
    expect(html).toContain('href="https://community.example"')
    expect(html).not.toContain('not for the page')
    await world.sql('delete from platform_setting')
    const { html: later } = await read('/')
    expect(later).toContain('over 1000 hours saved each month')
    expect(later).not.toContain('community.example')
  })
})

describe("an agent's page", () => {
  it('comes with its content and head for visitors, and as the frame for everybody else (D53)', async () => {
    const words = 'Asks one question at a time until the next step is plain. '
    const agentId = await addAgent(world, { name: 'Golf "Shown"', description: words.repeat(4) })
    const { html, headers } = await read(`/agents/${agentId}`)
    expect(headers.get('x-robots-tag')).toBeNull()
    expect(html).toContain('<title>Golf &quot;Shown&quot; · Luna</title>')
    const [, description = ''] = /name="description" content="([^"]+)"/.exec(html) ?? []
    expect(description).toMatch(/^Asks one question[^]+…$/)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(html).toContain(`<link rel="canonical" href="${world.url}/agents/${agentId}"/>`)
    expect(html).toMatch(/<h1[^>]*>Golf &quot;Shown&quot;<\/h1>/)
    expect(html).toContain('Sign Up to Talk')
    expect(html).not.toContain('<noscript>')
    await world.sql('update agent set name = $1 where id = $2', ['Golf Renamed', agentId])
    expect((await read(`/agents/${agentId}`)).html).toContain('Golf Renamed')
    const person = await registered(world)
    expect((await read(`/agents/${agentId}`, person.client)).html).not.toContain('Golf Renamed')
  })

  it.each(['private', 'paused', 'unknown', 'malformed'])('is the frame where the agent is %s', async (kind) => {
    const agentId = await addAgent(world, { name: `Hotel Hidden, ${kind}` })
    if (kind === 'private') await world.sql('update agent set is_private = true where id = $1', [agentId])
    if (kind === 'paused') await world.sql('update agent set is_active = false where id = $1', [agentId])
    const id = kind === 'unknown' ? crypto.randomUUID() : kind === 'malformed' ? 'seven' : agentId
    const { html, headers } = await read(`/agents/${id}`)
    expect(html).not.toContain('Hotel Hidden')
    expect(html).toContain('aria-busy="true"')
    expect(headers.get('x-robots-tag')).toBe('noindex')
  })
})

describe('the frame', () => {
  it('is what a browser with a session gets, because home then leads on (S014)', async () => {
    const person = await registered(world)
    const { html, headers } = await read('/', person.client)
    expect(html).toContain('aria-label="Luna, home"')
    expect(html).toContain('aria-busy="true"')
    expect(html).not.toContain('Purchase Credits')
    expect(headers.get('x-robots-tag')).toBe('noindex')
  })

  it.each(['/login', '/marketplace', '/no-such-page', '/dashboard/sessions', '/admin'])(
    'is at %s, with the outline of the header, a skeleton and its style, and waits for no other',
    async (path) => {
      const { html, headers } = await read(path)
      expect(html).toMatch(/<div id="root"><header[^]+Loading…[^]+aria-busy="true"/)
      expect(html).toContain('needs JavaScript')
      expect(html).not.toContain('rel="stylesheet"')
      expect(html.match(/<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/g)).toBeNull()
      expect(headers.get('x-robots-tag')).toBe('noindex')
    },
  )

  it('resembles the page: cards, figures, rows or fields', async () => {
    const frames = await Promise.all(
      ['/marketplace', '/dashboard', '/account/receipts', '/login'].map(async (path) => (await read(path)).html),
    )
    expect(new Set(frames).size).toBe(4)
  })

  it('stays small (16 kB)', async () => {
    const reply = await fetch(`${world.url}/dashboard`, { headers: { 'accept-encoding': 'br' } })
    expect(reply.headers.get('content-encoding')).toBe('br')
    const lines = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n')
    expect(lines.length + Number(reply.headers.get('content-length'))).toBeLessThan(16_000)
    expect(await reply.text()).toContain('aria-busy="true"')
  })

  it.each([
    '/organization-register-simplified?userCount=5&totalAmount=1',
    '/organization-register',
    '/organization-register-simple',
  ])('sends no referrer to other sites at %s (D107 [S])', async (path) => {
    const { headers } = await read(path)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('is sent when the settings cannot be read', async () => {
    await world.sql('alter table platform_setting rename to platform_setting_away')
    const { html } = await read('/')
    await world.sql('alter table platform_setting_away rename to platform_setting')
    expect(html).toContain('aria-busy="true"')
    expect((await read('/')).html).toContain('Purchase Credits')
  })
})

describe('for search engines', () => {
  it('/robots.txt keeps them from calls and names the sitemap', async () => {
    const { html, headers } = await read('/robots.txt')
    expect(headers.get('content-type')).toContain('text/plain')
    expect(html).toContain('Disallow: /api/')
    expect(html).toContain(`Sitemap: ${world.url}/sitemap.xml`)
  })

  it('/sitemap.xml lists the pages that are rendered with their content', async () => {
    const { html, headers } = await read('/sitemap.xml')
    expect(headers.get('content-type')).toContain('application/xml')
    const urls = [...html.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
    expect(urls).toContain(`${world.url}/`)
    expect(urls.length).toBeGreaterThanOrEqual(7)
    for (const url of urls) {
      const page = await read(new URL(url).pathname)
      expect(page.html).toContain('<h1')
      expect(page.headers.get('x-robots-tag')).toBeNull()
    }
  })
})

describe('built files', () => {
  it('are sent compressed to clients that accept it', async () => {
    const { html } = await read('/')
    const script = /src="(\/assets\/frame[\w.-]+\.js)"/.exec(html)?.[1] ?? ''
    for (const encoding of ['br', 'gzip']) {
      const reply = await fetch(world.url + script, { headers: { 'accept-encoding': encoding } })
      expect(reply.headers.get('content-encoding')).toBe(encoding)
      expect(reply.headers.get('content-type')).toContain('javascript')
      expect(await reply.text()).toContain('import')
    }
    const page = await fetch(`${world.url}/`, { headers: { 'accept-encoding': 'br' } })
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(await page.text()).toContain('Purchase Credits')
    const plain = await fetch(`${world.url}/`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toContain('Purchase Credits')
  })

  it('the manifest names existing icons with their real size', async () => {
    const { body } = await world.visitor().request<string | Manifest>('GET', '/manifest.webmanifest')
    const manifest = typeof body === 'string' ? (JSON.parse(body) as Manifest) : body
    expect(manifest).toMatchObject({ name: 'Luna', start_url: '/', scope: '/', display: 'standalone' })
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
    for (const { src, sizes } of manifest.icons) {
      const bytes = Buffer.from(await (await fetch(world.url + src)).arrayBuffer())
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
  })
})

interface Manifest {
  icons: { src: string; sizes: string }[]
}
