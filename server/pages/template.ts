import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

const built = path.resolve(import.meta.dirname, '../../dist/web')

/** The folder of the files that browsers request. */
export const browserFiles = path.join(built, 'browser')

/** The page of the built app, into which every document puts its content. */
export interface Template {
  html: string
  /** Changes with every build. */
  stamp: string
  /** The style sheet inside the page, as a source of the content policy; empty if there is none. */
  styleSource: string
  /** The module that renders pages, as an address for `import`. */
  renderer: string
  loads: Loads
}

/** The files of the build by screen (scripts/bundling/loads.ts). */
export interface Loads {
  app: string[]
  frame: string[]
  screens: { path: string; access: string; files: string[] }[]
}

let latest: { stamp: string; template: Promise<Template> } | null = null

/** Returns the template of the present build; a new build needs no restart. */
export async function readTemplate(): Promise<Template> {
  const file = path.join(browserFiles, 'index.html')
  const { mtimeMs } = await fs.stat(file)
  const stamp = String(mtimeMs)
  if (latest?.stamp === stamp) return latest.template
  const template = makeTemplate(file, stamp)
  latest = { stamp, template }
  template.catch(() => (latest = null))
  return template
}

/**
 * Puts the style sheet into the page itself, because the first paint would wait for a further round trip to the server
 * (docs/decisions/0035-the-style-sheet-comes-with-the-document.md). The theme's script, the only other file that it
 * waits for, gets an address that browsers may keep forever.
 */
async function makeTemplate(file: string, stamp: string): Promise<Template> {
  const html = await fs.readFile(file, 'utf8')
  const [link = '', address] = /<link rel="stylesheet"[^>]*? href="([^"]+)"[^>]*>/.exec(html) ?? []
  const renderer = path.join(built, 'server', 'render.js')
  // During development the page comes from Vite.
  if (!address) return { html, stamp, styleSource: '', renderer, loads: { app: [], frame: [], screens: [] } }
  const style = await readFile(address)
  const loads = JSON.parse(await fs.readFile(path.join(built, 'loads.json'), 'utf8')) as Loads
  if (style.text.includes('</style')) throw new Error('The style sheet cannot stand inside the page')
  const script = await readFile('/theme.js')
  return {
    html: html
      .replace(link, () => `<style>${style.text}</style>`)
      .replace('src="/theme.js"', `src="/theme.js?v=${encodeURIComponent(script.hash)}"`),
    stamp,
    styleSource: `'sha256-${style.hash}'`,
    renderer,
    loads,
  }
}

async function readFile(address: string): Promise<{ text: string; hash: string }> {
  const text = await fs.readFile(path.join(browserFiles, address), 'utf8')
  return { text, hash: createHash('sha256').update(text).digest('base64') }
}
