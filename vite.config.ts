import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, parseAst, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { planFiles } from './scripts/bundling/chunks.ts'
import { Chunks } from './scripts/bundling/files.ts'
import { listLoads } from './scripts/bundling/loads.ts'

type CodeSplitting = Rolldown.OutputOptions['codeSplitting']

/** The Latin files of text and headlines. */
const preloadedFonts = [/inter-latin-wght-normal-.*\.woff2$/, /fraunces-latin-600-normal-.*\.woff2$/]

/** Requests the font files together with the page, so that text does not wait for the style sheet to name them. */
function preloadFonts(): Plugin {
  return {
    name: 'luna-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return preloadedFonts.map((name) => {
          const font = Object.keys(bundle ?? {}).find((file) => name.test(file))
          if (!font) throw new Error(`The build has no font ${name.source}`)
          const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' }
          return { tag: 'link', attrs, injectTo: 'head' }
        })
      },
    },
  }
}

interface SyntaxNode {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  callee?: SyntaxNode
  arguments?: SyntaxNode[]
  key?: SyntaxNode
  properties?: SyntaxNode[]
}

interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Leaves in the contract only the parts that browsers read: a call's method, path, body and toasts, and whether anyone
 * may make it; and the schemas that the browser's code names, because making one has no other effect (D200).
 */
function stripContract(): Plugin {
  return {
    name: 'luna-strip-contract',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler: (code) => {
        const edits = findEdits(code, parseAst(code, { lang: 'ts' }))
        const ordered = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
        const kept = ordered.map(({ start, text }, i) => code.slice(ordered[i - 1]?.end ?? 0, start) + text)
        return { code: kept.join('') + code.slice(ordered.at(-1)?.end ?? 0), moduleSideEffects: false }
      },
    },
  }
}

/** Returns how to shorten calls, and marks every other value that is made while a module loads as free of effects. */
function findEdits(code: string, node: SyntaxNode): Edit[] {
  if (/Function|^TS|^ExpressionStatement/.test(node.type)) return []
  const [signature, shape] = node.arguments ?? []
  if (node.callee?.name === 'call' && signature?.type === 'Literal' && shape?.properties) {
    const [method, address] = String(signature.value).split(' ')
    const read = shape.properties.filter((property) => isRead(code, property))
    const start = {
      start: node.start,
      end: signature.end,
      text: `({ isCall: true, method: '${method}', path: '${address}'`,
    }
    const gaps = read.map((property, i) => ({
      start: read[i - 1]?.end ?? signature.end,
      end: property.start,
      text: ', ',
    }))
    const end = { start: read.at(-1)?.end ?? signature.end, end: node.end, text: ' })' }
    return [start, ...gaps, ...read.flatMap((property) => findEdits(code, property)), end]
  }
  const inner = Object.values(node)
    .flat()
    .flatMap((child: unknown) => (isNode(child) ? findEdits(code, child) : []))
  // A chain of calls begins where its first call does, which is marked once.
  const isMarked = inner.some(({ start, end }) => start === node.start && end === start)
  return node.type === 'CallExpression' && !isMarked
    ? [{ start: node.start, end: node.start, text: '/* @__PURE__ */ ' }, ...inner]
    : inner
}

/** Whether a browser reads a property of a call. Constants such as `...byAdmins` hold who makes it, and its query. */
function isRead(code: string, { start, end, key, value }: SyntaxNode): boolean {
  if (!key) return !/^\.\.\.by[A-Z]/.test(code.slice(start, end))
  if (key.name === 'who') return isNode(value) && value.value === 'anyone'
  return key.name === 'body' || key.name === 'done' || key.name === 'failed'
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Built twice: for browsers, and with `--ssr` as plain JavaScript with which the server renders pages for visitors. */
export default defineConfig(async ({ command, isSsrBuild = false }) => {
  if (command === 'serve' || isSsrBuild) return configure(isSsrBuild)
  return configure(false, await divideCode())
})

/** Divides the code as scripts/bundling/chunks.ts plans it after a build without a plan. */
async function divideCode(): Promise<CodeSplitting> {
  const undivided = configure(false)
  const options = { ...undivided, configFile: false as const, logLevel: 'error' as const }
  const built = await build({ ...options, build: { ...undivided.build, write: false } })
  const files = planFiles(new Chunks((built as Rolldown.RolldownOutput).output))
  // Each module has its own place; none may follow another into a file that most screens load.
  return {
    includeDependenciesRecursively: false,
    groups: [{ name: (id) => files.get(id) ?? null, debugName: 'planned files' }],
  }
}

function configure(isSsrBuild: boolean, codeSplitting: CodeSplitting = true): UserConfig {
  return {
    root: path.join(import.meta.dirname, 'web'),
    plugins: [react(), tailwindcss(), preloadFonts(), stripContract(), ...(isSsrBuild ? [] : [listLoads()])],
    // The router brings a stand-in for what React has had since version 18.
    resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
    build: {
      outDir: isSsrBuild ? '../dist/web/server' : '../dist/web/browser',
      emptyOutDir: true,
      sourcemap: false,
      // Browsers without it load the same files a little later.
      modulePreload: { polyfill: false },
      // The content policy refuses data: addresses for scripts and worklets.
      assetsInlineLimit: 0,
      copyPublicDir: !isSsrBuild,
      rolldownOptions: {
        output: {
          // The first load names every file; one character less of each is a quarter of a kilobyte.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          ...(!isSsrBuild && { entryFileNames: 'assets/entry-[hash:7].js' }),
          // One file for the server, so that a process that loads a new build's never mixes it with the old one's.
          codeSplitting: isSsrBuild ? false : codeSplitting,
        },
      },
    },
    // With all packages in it, and React's fast build whatever the server's environment says.
    ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  }
}
