import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Serves the scripts and styles of a folder at `prefix`, which ends with a slash. */
export function servePageFiles(app: FastifyInstance, folder: string, prefix = '/'): void {
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name))
    const type = types[extname(name)] ?? 'application/octet-stream'
    app.get(prefix + name, (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(content))
  }
}
