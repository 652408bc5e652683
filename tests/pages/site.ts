import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { readConfig } from '#server/config.ts'
import { securityHeaders } from '#server/kernel/headers.ts'

const files = path.resolve(import.meta.dirname, '../../dist/web/browser')

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

export interface Site {
  url: string
  /** Sets where `/standins/*` goes from now on; null, the initial value, is nowhere. */
  passStandinsTo: (url: string | null) => void
  close: () => Promise<void>
}

/**
 * Serves the built web app like the product, with its security headers, and nothing else: every path without a file is
 * the app's own page.
 */
export async function openSite(): Promise<Site> {
  let standinsUrl: string | null = null
  const shared = securityHeaders(
    readConfig({ DATABASE_URL: 'none', STANDINS_URL: 'http://127.0.0.1:9', DATA_DIR: os.tmpdir() }),
  )
  const server = http.createServer((request, response) => {
    const { url = '/' } = request
    if (standinsUrl && url.startsWith('/standins/')) {
      passOn(request, response, standinsUrl + url.slice('/standins'.length))
      return
    }
    const { pathname } = new URL(url, 'http://site')
    const ending = path.extname(pathname)
    const file = path.join(files, ending ? path.normalize(pathname) : 'index.html')
    if (!fs.existsSync(file)) {
      response.writeHead(404, shared).end()
      return
    }
    const isHashed = pathname.startsWith('/assets/')
    const caching = !ending ? 'no-store' : isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
    response.writeHead(200, { ...shared, 'content-type': types[ending || '.html'], 'cache-control': caching })
    fs.createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passStandinsTo: (url) => (standinsUrl = url),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function passOn(request: http.IncomingMessage, response: http.ServerResponse, address: string): void {
  const passed = http.request(address, { method: request.method ?? 'GET', headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  passed.on('error', () => response.destroy())
  request.pipe(passed)
}
