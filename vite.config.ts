import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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
 * Leaves out of what browsers load what only the server needs: the summaries, refusals and answers of calls,
 * schemas that nobody checks there, and the code that decodes addresses in answers (D200).
 */
function dropServerParts(): Plugin {
  return {
    name: 'luna-drop-server-parts',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler: (code) =>
        code
          .replaceAll(/^  summary:\s+(?:'(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`),$/gm, '')
          .replaceAll(/^  errors: (?:[\w.]+|\{(?:.*|\n(?: {4}.*\n)* {2})\}),$/gm, '')
          .replaceAll(/^  invalid: \{.*\},$/gm, '')
          .replaceAll(/^  answer: (?:.*,|.*\n(?: {4}.*\n)* {2}[)}\]]+,)$/gm, '')
          .replaceAll(/(?<![\w.])(?:z\.\w+|call)\(/g, '/* @__PURE__ */ $&')
          .replace(/^import \{ readableAddress \} .*$([^]*)\.check\(z\.overwrite\(readableAddress\)\)/m, '$1'),
    },
  }
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
 * Puts everything that the entry imports at once into one file, which takes one request and compresses better than
 * twenty small ones. Packages of many independent modules stay out, because the first screen needs only a part of them.
 */
function nameFirstLoad(): NameGroup {
  let known: Set<string> | null = null
  return (id, graph) => {
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
  const waiting = [path.resolve(import.meta.dirname, entry)]
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
  plugins: [react(), tailwindcss(), preloadFonts(), dropServerParts()],
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
