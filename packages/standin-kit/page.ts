import { join } from 'node:path'
import type { FastifyReply } from 'fastify'

/** A piece of HTML that is safe to send. */
export type Html = { html: string }

type Part = Html | Html[] | number | string | null | undefined

/** Returns a template whose inserted texts are escaped; other `markup` and lists of it are inserted unchanged. */
export function markup(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: texts.map((text, place) => text + (place < parts.length ? toHtml(parts[place]) : '')).join('') }
}

function toHtml(part: Part): string {
  if (part === null || part === undefined) return ''
  if (Array.isArray(part)) return part.map(({ html }) => html).join('')
  if (typeof part === 'object') return part.html
  const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return String(part).replace(/[&<>"']/g, (sign) => escapes[sign]!)
}

/** The style of every page. */
export const PAGES_FOLDER = join(import.meta.dirname, 'pages')

type PageName = 'control' | 'mailbox'

const PAGE_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Sends a page, which is never cached and runs nothing except its own script. */
export function sendPage(reply: FastifyReply, name: PageName, title: string, body: Html): FastifyReply {
  return reply
    .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(renderPage(name, title, body))
}

/** Returns a whole page of the stand-ins. Its links are relative, so it works under any prefix. */
function renderPage(name: PageName, title: string, body: Html): string {
  const link = (target: PageName, label: string) =>
    markup`<a href="${target}"${target === name ? markup` aria-current="page"` : null}>${label}</a>`
  return markup`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Luna stand-ins</title>
    <link rel="stylesheet" href="standins.css">
    <script src="${name}.js" type="module"></script>
  </head>
  <body>
    <header>
      <span>Luna stand-ins</span>
      <nav aria-label="Stand-ins">${link('mailbox', 'Mailbox')} ${link('control', 'Control')}</nav>
    </header>
    <main>${body}</main>
  </body>
</html>
`.html
}
