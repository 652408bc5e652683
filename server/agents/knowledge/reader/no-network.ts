/** Loaded before anything else in the process that reads files: no module of it can reach a network or another process. */
import { registerHooks } from 'node:module'

const denied =
  /^(node:)?(net|http|https|http2|tls|dgram|dns|dns\/promises|child_process|worker_threads|cluster|inspector|inspector\/promises|vm|repl)$/

registerHooks({
  resolve: (specifier, context, next) => {
    if (denied.test(specifier)) throw new Error(`${specifier} is not for the reader of files`)
    return next(specifier, context)
  },
})

for (const name of ['fetch', 'WebSocket', 'EventSource', 'Worker']) Reflect.deleteProperty(globalThis, name)
