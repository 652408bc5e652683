import { createHash } from 'node:crypto'
import { publicAgents } from '#contract/agents/agents.ts'
import { addAgent, expect, it, ownWorld, registered, tags } from '#tests/calls.ts'

/** The documents of the web app, and what is in them before any script runs. */

const world = await ownWorld()
const person = await registered(world)

/** Each document is read once, so that the server renders it once. */
const documents = new Map<string, ReturnType<typeof readAnew>>()

async function readAnew(path: string, client = world.visitor()): Promise<{ html: string; headers: Headers }> {
  const { status, body, headers } = await client.request<string>('GET', path)
  expect(status).toBe(200)
  return { html: body, headers }
}

function read(path: string) {
  const document = documents.get(path) ?? readAnew(path)
  documents.set(path, document)
  return document
}

function expectAll(html: string, ...texts: string[]): void {
  for (const text of texts) expect(html).toContain(text)
}

it('the landing page holds texts, prices and links', tags('S003 S004 S034 S037 D157'), async () => {
  const { html, headers } = await read('/')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('vary')).toContain('cookie')
  expect(headers.get('x-robots-tag')).toBeNull()
  expectAll(html, 'all-in-one implementation engine for clients, teams, brands and growth', 'Sign Up to Unlock')
  expectAll(html, 'over 1000 hours saved each month', '$27.97', 'href="/register?tier=ascend"', 'Do minutes expire?')
  for (const other of ['<noscript>', 'modulepreload']) expect(html).not.toContain(other)
})

it('documents have no inline script or style, and the hash of their sheet', tags('D169'), async () => {
  const hashes = (headers: Headers) => headers.get('content-security-policy')?.match(/[\w-]+ [^;]*'sha256-[^']+'/g)
  const visitors = ['/', '/help', '/about', '/contact', '/organization-info', '/privacy-policy']
  for (const path of [...visitors, '/login', '/admin']) {
    const { html, headers } = await read(path)
    expect(html.match(/<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/g), path).toBeNull()
    const styles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, text = '']) => text)
    expect(styles, path).toHaveLength(1)
    const hash = createHash('sha256').update(styles.join('')).digest('base64')
    expect(hashes(headers)).toEqual([`style-src 'self' 'sha256-${hash}'`])
  }
  for (const path of ['/api/config', '/healthz', '/theme.js']) expect(hashes((await read(path)).headers)).toBeNull()
})

it("the theme's script has its content in its name, so that browsers keep it", async () => {
  const address = /src="(\/theme\.js\?v=[^"]+)"/.exec((await read('/')).html)?.[1] ?? ''
  expect((await read(address)).headers.get('cache-control')).toContain('immutable')
  expect((await read('/theme.js')).headers.get('cache-control')).not.toContain('immutable')
  const missing = await world.visitor().request('GET', '/assets/next-release.js')
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

it('search engines and link previews get addresses of this site', async () => {
  const { html } = await read('/help')
  expect(world.services.config.publicUrl).toBeNull()
  const origin = world.url
  for (const once of [/<title>/g, /name="description"/g]) expect(html.match(once)).toHaveLength(1)
  expectAll(html, '<title>Help Center · Luna</title>', `<link rel="canonical" href="${origin}/help"/>`)
  expect(html).toContain(`<meta property="og:url" content="${origin}/help"/>`)
  const reply = await fetch(/property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '')
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
  await reply.arrayBuffer()
  expect((await read('/help?ref=ABCDEFGH')).html).toContain(`href="${origin}/help"`)
})

it('pages follow the settings at once, and none becomes markup', tags('D155 D157'), async () => {
  const nasty = `"></div><script src="https://example.test/x.js"></script>`
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at)
     values ('hoursSavedText', $1, now()), ('communityUrl', '"https://community.example"', now()),
       ('internalNote', '"not for the page"', now())`,
    [JSON.stringify(nasty)],
  )
  const { html } = await readAnew('/')
  expect(html).not.toMatch(/example\.test\/x\.js"><\/script>|not for the page/)
  expectAll(html, '&lt;script src=', 'href="https://community.example"')
  await world.sql('delete from platform_setting')
  const { html: later } = await readAnew('/')
  expect(later).toContain('over 1000 hours saved each month')
  expect(later).not.toContain('community.example')
  // The frame is sent when they cannot be read.
  await world.sql('alter table platform_setting rename to platform_setting_away')
  const { html: frame } = await readAnew('/')
  await world.sql('alter table platform_setting_away rename to platform_setting')
  expect(frame).toContain('Loading…')
  expect((await readAnew('/')).html).toContain('Purchase Credits')
})

it("an agent's page has its content for visitors, and is the frame for others", tags('D53'), async () => {
  const words = 'Asks one question at a time until the next step is plain. '
  const agentId = await addAgent(world, { name: 'Golf "Shown"', description: words.repeat(4) })
  const { html, headers } = await readAnew(`/agents/${agentId}`)
  expect(headers.get('x-robots-tag')).toBeNull()
  const [, description = ''] = /name="description" content="([^"]+)"/.exec(html) ?? []
  expect(description).toMatch(/^Asks one question[^]+…$/)
  expect(description.length).toBeLessThanOrEqual(160)
  expectAll(html, '<title>Golf &quot;Shown&quot; · Luna</title>', 'Sign Up to Talk')
  expect(html).toContain(`<link rel="canonical" href="${world.url}/agents/${agentId}"/>`)
  expect(html).toMatch(/<h1[^>]*>Golf &quot;Shown&quot;<\/h1>/)
  expect(html).not.toContain('<noscript>')
  await world.sql('update agent set name = $1 where id = $2', ['Golf Renamed', agentId])
  expect((await readAnew(`/agents/${agentId}`)).html).toContain('Golf Renamed')
  expect((await readAnew(`/agents/${agentId}`, person.client)).html).not.toContain('Golf Renamed')
  // Agents that visitors do not see have only the frame.
  const hidden = await addAgent(world, { name: 'Hotel Hidden', isPrivate: true })
  const paused = await addAgent(world, { name: 'Hotel Hidden, paused' })
  await world.sql('update agent set is_active = false where id = $1', [paused])
  for (const id of [hidden, paused, crypto.randomUUID(), 'seven']) {
    const frame = await read(`/agents/${id}`)
    expect(frame.html).not.toContain('Hotel Hidden')
    expect(frame.html).toContain('aria-busy="true"')
    expect(frame.headers.get('x-robots-tag')).toBe('noindex')
  }
})

it('a browser with a session gets the frame, because home then leads on', tags('S014 S023 D213'), async () => {
  const { html, headers } = await readAnew('/', person.client)
  // A spinner, because the page that follows is not known yet.
  expectAll(html, 'aria-label="Luna, home"', 'Loading…')
  for (const other of ['aria-busy', 'Purchase Credits']) expect(html).not.toContain(other)
  expect(headers.get('x-robots-tag')).toBe('noindex')
})

it('the frame has a header, a skeleton like the page, and waits for no sheet', tags('D203'), async () => {
  for (const path of ['/login', '/marketplace', '/no-such-page', '/dashboard/sessions', '/admin']) {
    const { html, headers } = await read(path)
    expect(html).toMatch(/<div id="root"><header[^]+Loading…[^]+aria-busy="true"/)
    expect(html).toContain('needs JavaScript')
    expect(html).not.toContain('rel="stylesheet"')
    expect(html.match(/<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/g)).toBeNull()
    expect(headers.get('x-robots-tag')).toBe('noindex')
  }
  // The app shows its own not-found screen.
  for (const path of ['/agents/%ZZ', '/join/%C3%28', '/%']) {
    const reply = await fetch(world.url + path, { headers: { accept: 'text/html' } })
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('aria-busy="true"')])
  }
  // Cards, figures, rows or fields.
  const paths = ['/marketplace', '/organization-dashboard', '/account/receipts', '/login']
  expect(new Set(await Promise.all(paths.map(async (path) => (await read(path)).html))).size).toBe(4)
  const reply = await fetch(`${world.url}/dashboard`, { headers: { 'accept-encoding': 'br' } })
  expect(reply.headers.get('content-encoding')).toBe('br')
  const lines = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n')
  expect(lines.length + Number(reply.headers.get('content-length'))).toBeLessThan(16_000)
  expect(await reply.text()).toContain('aria-busy="true"')
})

it('a frame requests the files of its screen at once, and those of the panel for admins only', async () => {
  const linked = async (path: string, client = world.visitor()) => {
    const files = (await readAnew(path, client)).headers.get('link')?.match(/\/assets\/[\w.-]+\.js/g) ?? []
    for (const file of files) expect((await client.request('GET', file)).status, file).toBe(200)
    return files.length
  }
  expect(await linked('/marketplace', person.client)).toBeGreaterThan(await linked('/login'))
  expect(await linked('/login')).toBeGreaterThan(0)
  for (const path of ['/marketplace', '/', '/admin', '/no-such-page']) expect(await linked(path), path).toBe(0)
})

it('the registration of organizations sends no referrer to other sites', tags('D107'), async () => {
  const ordered = '/organization-register-simplified?userCount=5&totalAmount=1'
  for (const path of [ordered, '/organization-register', '/organization-register-simple'])
    expect((await read(path)).headers.get('referrer-policy'), path).toBe('no-referrer')
})

it('visitors find every public agent from the landing page on', tags('D198'), async () => {
  const [clarifier, paused] = [await addAgent(world, { name: 'Spreadsheet Clarifier' }), await addAgent(world, {})]
  await addAgent(world, { name: 'Kilo Private', isPrivate: true })
  await world.sql('update agent set is_active = false where id = $1', [paused])
  // The picture and the name of the sample.
  expect((await readAnew('/')).html.match(new RegExp(`href="/agents/${clarifier}"`, 'g'))).toHaveLength(2)
  const { html, headers } = await readAnew('/agents')
  expectAll(html, 'href="/agents"', `href="/agents/${clarifier}"`, 'Spreadsheet Clarifier')
  expect(html).not.toMatch(new RegExp(`${paused}|Kilo Private`))
  expect(headers.get('x-robots-tag')).toBeNull()
  const map = (await readAnew('/sitemap.xml')).html
  expectAll(map, `${world.url}/agents</loc>`, `${world.url}/agents/${clarifier}</loc>`)
  expect(map).not.toContain(paused)
  const list = await world.visitor().call(publicAgents)
  expect(list.map(({ id }) => id)).toContain(clarifier)
  expect(JSON.stringify(list)).not.toMatch(/systemPrompt|elevenLabs|Kilo/)
})

it('robots stay away from calls, and the sitemap lists pages with content', async () => {
  const robots = await read('/robots.txt')
  expect(robots.headers.get('content-type')).toContain('text/plain')
  expectAll(robots.html, 'Disallow: /api/', `Sitemap: ${world.url}/sitemap.xml`)
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

it('built files and pages are sent compressed to clients that accept it', async () => {
  const script = /src="(\/assets\/entry[\w.-]+\.js)"/.exec((await read('/')).html)?.[1] ?? ''
  for (const [path, encoding, kept, text] of [
    [script, 'br', 'br', 'import'],
    [script, 'gzip', 'gzip', 'import'],
    ['/', 'br', 'br', 'Purchase Credits'],
    ['/', 'gzip', 'gzip', 'Purchase Credits'],
    ['/', 'identity', null, 'Purchase Credits'],
  ] as const) {
    const reply = await fetch(world.url + path, { headers: { 'accept-encoding': encoding } })
    expect(reply.headers.get('content-encoding')).toBe(kept)
    expect(reply.headers.get('content-type')).toContain(path === '/' ? 'html' : 'javascript')
    expect(await reply.text()).toContain(text)
  }
})

interface Manifest {
  icons: { src: string; sizes: string }[]
}

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
