import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Asks for the Latin font file together with the page, so that text does not wait for the style sheet to name it. */
function preloadFont(): Plugin {
  return {
    name: 'luna-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal-.*\.woff2$/.test(file))
        if (!font) throw new Error('The Latin font is missing from the build')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadFont()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: false,
    // The content policy refuses data: addresses for scripts and worklets.
    assetsInlineLimit: 0,
  },
})
