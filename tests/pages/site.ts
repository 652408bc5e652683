import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { readConfig } from '#server/config.ts'
import { allowStyle, securityHeaders } from '#server/kernel/headers.ts'
import { readFrame } from '#server/pages/documents.ts'
import { browserFiles } from '#server/pages/template.ts'

const types: Record<string, string> = {
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

/** Serves the built web app with the product's security headers; a path without a file gets the document. */
export async function openSite(): Promise<Site> {
  let standinsUrl: string | null = null
  const shared = securityHeaders(
    readConfig({ DATABASE_URL: 'postgres://none', STANDINS_URL: 'http://127.0.0.1:9', DATA_DIR: os.tmpdir() }),
  )
  const server = http.createServer((request, response) => {
    const { url = '/' } = request
    if (standinsUrl && url.startsWith('/standins/')) {
      passOn(request, response, standinsUrl + url.slice('/standins'.length))
      return
    }
    const { pathname } = new URL(url, 'http://site')
    if (path.extname(pathname)) sendFile(pathname, response, shared)
    else void sendFrame(pathname, response, shared)
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

function sendFile(pathname: string, response: http.ServerResponse, shared: Record<string, string>): void {
  const file = path.join(browserFiles, path.normalize(pathname))
  if (!fs.existsSync(file)) {
    response.writeHead(404, shared).end()
    return
  }
  const caching = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
  const headers = { ...shared, 'content-type': types[path.extname(pathname)], 'cache-control': caching }
  response.writeHead(200, headers)
  fs.createReadStream(file).pipe(response)
}

async function sendFrame(
  pathname: string,
  response: http.ServerResponse,
  shared: Record<string, string>,
): Promise<void> {
  const { html, styleSource } = await readFrame(pathname)
  const policy = allowStyle(shared['content-security-policy'] ?? '', styleSource)
  response.writeHead(200, {
    ...shared,
    'content-security-policy': policy,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(html.text)
}

function passOn(request: http.IncomingMessage, response: http.ServerResponse, address: string): void {
  const passed = http.request(address, { method: request.method ?? 'GET', headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  passed.on('error', () => response.destroy())
  request.pipe(passed)
}
