import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, parseAst, type Plugin } from 'vite'

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

/**
 * Requests the app together with the page, because the entry names it only once it runs. The server leaves these links
 * out of pages for visitors, who load the app when they touch the page.
 */
function preloadApp(): Plugin {
  return {
    name: 'luna-preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const fileOf = (start: string) => chunks.find(({ moduleIds }) => moduleIds.includes(resolve(start)))
        const app = fileOf('web/app/main.tsx')
        const entry = fileOf('web/app/entry.ts')
        if (!app || !entry) throw new Error('The build has no app or no entry')
        return [app.fileName, ...app.imports.filter((name) => name !== entry.fileName)].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: '', href: `/${file}` },
          injectTo: 'head',
        }))
      },
    },
  }
}

function resolve(file: string): string {
  return path.resolve(import.meta.dirname, file)
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
 * Leaves of the contract what browsers read: of a call its method, path, body and toasts, and whether anyone may make it;
 * and of the schemas those that code of the browser names, because making one does nothing else (D200).
 */
function stripContract(): Plugin {
  return {
    name: 'luna-strip-contract',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler: (code) => {
        const edits = findEdits(code, parseAst(code, { lang: 'ts' }) as unknown as SyntaxNode)
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

type NameGroup = (id: string, graph: { getModuleInfo(id: string): { importedIds: string[] } | null }) => string | null

/** Icons of the landing page. Each file of its own would cost more than the icon in it. */
const landingIcons = (
  'arrow-right bell-ring briefcase-business captions check chevron-down circle-slash headset hourglass infinity ' +
  'keyboard log-in message-square-quote mic pause phone-off play sliders-horizontal star x'
).split(' ')

function isLandingIcon(id: string): boolean {
  const [, icon = ''] = /lucide-react\/dist\/esm\/icons\/([a-z-]+)\./.exec(id) ?? []
  return landingIcons.includes(icon)
}

/**
 * Puts everything that the app imports at once into one file, which takes one request and compresses better than
 * twenty small ones. Packages of many independent modules stay out, because the first screen needs only a part of them.
 */
function nameFirstLoad(): NameGroup {
  let early: Set<string> | null = null
  let known: Set<string> | null = null
  return (id, graph) => {
    early ??= reach('web/app/entry.ts', graph)
    if (early.has(id)) return 'entry'
    known ??= new Set([...reach('web/app/main.tsx', graph), ...sharedParts(reach(landing, graph))])
    return known.has(id) || isLandingIcon(id) ? 'frame' : null
  }
}

/** Small parts that most screens share. */
const smallTexts =
  /\/(contract\/(changed-fields|csv|dates|single-line|web-addresses|agents\/sounds|images\/images|identity\/(fields|two-factor-code)|ledger\/minutes|billing\/(account|card-names|payment-errors|receipts|referrals))|web\/(client\/(organization|addresses\/address-text)|screens\/(frame\/(parent-link|message-places)|agents\/requests\/request-status|billing\/(automatic-package|paying\/card-name|subscription\/subscription-badge)|identity\/(cookie-note|own-mark|terms-note)|organizations\/(labels|mark|status-badge|billing\/billing|members\/choices|usage\/conversations-path))|kit\/(banner|card|face|stat-tile|use-waited|fields\/use-leave-question|download-text|skeleton|text\/(date-time|fact|marked-text|relative-date)|charts\/(plot-switch|share-bar))))\.tsx?$/

/** Internals of the library of parts, each smaller than its name among the files of the first load. */
const smallInternals =
  /@base-ui\/(utils|react\/(utils|internals\/?.*|toolbar\/root))\/(isElementDisabled|useControlled|getHighlightReason|useValueChanged|useAriaLabelledBy|ToolbarRootContext)\./

/** What the screens around a conversation share of its results. Every file's name costs the first load some bytes. */
const resultParts =
  /\/(contract\/(results\/(hours-saved|hours-saved-rules|memory|next-steps|recap|calendar)|identity\/time-zone)|web\/screens\/results\/.*\/(columns|step-row))\.tsx?$/

/** Parts of the landing page that a few other screens have, too. */
const landingParts =
  /web\/screens\/(agents\/agent-card|billing\/package-cards|visitors\/(questions|landing\/section))\.tsx$/

const landing = 'web/screens/visitors/landing/landing.tsx'

/** Returns the parts of a screen that nearly every other screen needs, too. */
function sharedParts(modules: Set<string>): string[] {
  return [...modules].filter((id) => /\/(contract|web\/kit)\//.test(id))
}

function reach(entry: string, graph: Parameters<NameGroup>[1]): Set<string> {
  const reached = new Set<string>()
  const waiting = [resolve(entry)]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || /node_modules\/(lucide-react|zod|@base-ui)\/|\/(useI|i)nfiniteQuery/.test(id)) continue
    reached.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}

/** Built twice: for browsers, and with `--ssr` as plain JavaScript with which the server renders pages for visitors. */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadFonts(), preloadApp(), stripContract()],
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
    // One file, so that a process that loads a new build's never mixes it with the old one's.
    rolldownOptions: {
      output: {
        // The first load names every file; one character less of each is a quarter of a kilobyte.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: isSsrBuild
          ? false
          : {
              groups: [
                { name: nameFirstLoad(), debugName: 'first load', priority: 1 },
                // A request for each would cost more than all of them: a slow phone needs 3 ms per file.
                { name: 'calls', test: /\/contract\//, minShareCount: 2 },
                {
                  name: 'kit',
                  test: /\/web\/(kit\/(fields|dialogs)|client\/(lists|forms|conflicts))\//,
                  minShareCount: 3,
                },
                { name: 'icons', test: /lucide-react/, minShareCount: 2 },
                { name: 'texts', test: smallTexts, minShareCount: 2 },
                { name: 'parts', test: smallInternals, minShareCount: 2 },
                { name: 'cards', test: landingParts, minShareCount: 2 },
                { name: 'results', test: resultParts, minShareCount: 2 },
              ],
            },
      },
    },
  },
  // With all packages in it, and React's fast build whatever the server's environment says.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
}))
