import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../kernel/services.ts'
import { signOut } from '../../kernel/session.ts'

/**
 * The navigation /api/logout (D17). It signs out only when the browser marks it as coming from our own pages, since any
 * site could link to it; otherwise it shows a page with one button.
 */
export function signOutRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/logout', async (request, reply) => {
    if (!isOwnNavigation(request)) return reply.type('text/html; charset=utf-8').send(page)
    await signOut(services, request, reply)
    return reply.redirect('/', 303)
  })
}

function isOwnNavigation(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] === 'same-origin' && request.headers['sec-fetch-mode'] === 'navigate'
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sign out of Luna</title>
    <link rel="stylesheet" href="/sign-out.css" />
    <script src="/sign-out.js" defer></script>
  </head>
  <body>
    <main>
      <h1>Sign out of Luna?</h1>
      <button type="button" id="sign-out">Sign Out</button>
      <p id="fault" role="alert"></p>
      <p><a href="/">Back to Luna</a></p>
    </main>
  </body>
</html>
`
