import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file with the whole web app. */
    app: string
  }
}

/** React shows what has loaded 300 ms after its placeholder, for the eye; most of the time of components was that wait. */
const shownAtOnce: Plugin = {
  name: 'shown-at-once',
  transform(code, file) {
    if (!file.includes('react-dom-client.production')) return null
    const [before, ...after] = code.split('globalMostRecentFallbackTime + 300')
    if (after.length === 0) throw new Error('React no longer waits where tests/setup/components.ts looks for it.')
    return [before, ...after].join('globalMostRecentFallbackTime')
  },
}

/** Builds the web app as one script, which each document of a component test runs from its beginning. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-components-'))
  const { NODE_ENV } = process.env
  // As for the product: React's fast build, whatever the tests run under.
  process.env.NODE_ENV = 'production'
  await build({
    configFile: false,
    root: 'web',
    logLevel: 'error',
    plugins: [react(), shownAtOnce],
    resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
    define: { 'import.meta.url': '"http://luna.test/"' },
    build: {
      outDir: folder,
      minify: false,
      target: 'esnext',
      copyPublicDir: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: 'web/app/main.tsx',
        output: { format: 'iife', codeSplitting: false, entryFileNames: 'app.js' },
      },
    },
  })
  process.env.NODE_ENV = NODE_ENV
  project.provide('app', path.join(folder, 'app.js'))
  return () => fs.rmSync(folder, { recursive: true, force: true })
}
