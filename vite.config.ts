import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { planFiles } from './scripts/bundling/chunks.ts'
import { stripContract } from './scripts/bundling/contract.ts'
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

/** Built twice: for browsers, and with `--ssr` as plain JavaScript with which the server renders pages for visitors. */
export default defineConfig(async ({ command, isSsrBuild = false }) => {
  if (command === 'serve' || isSsrBuild) return configure(isSsrBuild)
  return configure(false, await divideCode())
})

/** Divides the code as scripts/bundling/chunks.ts plans it after a build without a plan. */
async function divideCode(): Promise<CodeSplitting> {
  const undivided = configure(false)
  const options = { ...undivided, configFile: false as const, logLevel: 'error' as const }
  // Without the lists of files to load ahead, which are shorter in the end.
  const built = await build({ ...options, build: { ...undivided.build, modulePreload: false, write: false } })
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
    plugins: [react(), tailwindcss(), preloadFonts(), stripContract(isSsrBuild), ...(isSsrBuild ? [] : [listLoads()])],
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
          // Every document names fonts and the files of its first load.
          assetFileNames: 'assets/[name]-[hash:7][extname]',
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
