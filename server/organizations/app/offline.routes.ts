import { createHash } from 'node:crypto'
import { inkOn } from '#contract/organizations/app/brand-colors.ts'
import { appIcons, brandedAppPath } from '#contract/organizations/app/branded-app.ts'
import type { FoundApp } from './branded-app.ts'
import { versioned } from './head.routes.ts'
import { escapeHtml } from '../../pages/documents.ts'

/** What an app shows without a network, and the worker that stores it (D139). */

export function offlinePath(slug: string): string {
  return `${brandedAppPath(slug)}offline`
}

export function offlineStylePath(slug: string): string {
  return `${brandedAppPath(slug)}offline.css`
}

/** Returns the page shown in place of one that cannot be fetched; its link tries that one again. */
export function makeOfflinePage(app: FoundApp): string {
  const name = escapeHtml(app.appName)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>Offline · ${name}</title>
    <meta name="theme-color" content="${app.primaryColor}" />
    <meta name="robots" content="noindex" />
    <link rel="stylesheet" href="${offlineStylePath(app.slug)}" />
  </head>
  <body>
    <main>
      <img src="${versioned(app, appIcons[0])}" alt="" width="96" height="96" />
      <h1>You are offline</h1>
      <p>${name} needs a connection. Nothing is lost and nothing is charged; go on when you are back.</p>
      <a href="">Try Again</a>
    </main>
  </body>
</html>
`
}

/** Returns its style sheet in the organization's colors; a file, because the content policy refuses inline styles. */
export function makeOfflineStyle({ primaryColor }: FoundApp): string {
  const { ink } = inkOn(primaryColor)
  return `body {
  display: grid;
  min-height: 100dvh;
  margin: 0;
  place-items: center;
  background: ${primaryColor};
  color: ${ink};
  font: 1rem/1.5 system-ui, sans-serif;
}
main {
  max-width: 28rem;
  padding: 1.5rem;
  text-align: center;
}
img {
  border-radius: 1.5rem;
}
h1 {
  margin: 1.5rem 0 0.5rem;
  font-size: 1.5rem;
  line-height: 2rem;
}
p {
  overflow-wrap: anywhere;
}
a {
  display: inline-block;
  margin-top: 1rem;
  padding: 0.75rem 1.5rem;
  border-radius: 0.5rem;
  background: ${ink};
  color: ${primaryColor};
  font-weight: 600;
  text-decoration: none;
}
a:focus-visible {
  outline: 3px solid ${ink};
  outline-offset: 3px;
}
`
}

/** Returns the worker of one app. Another look or build makes another version, which fetches its files again. */
export function makeWorker(app: FoundApp, frame: string): string {
  const page = offlinePath(app.slug)
  const files = [page, offlineStylePath(app.slug), versioned(app, appIcons[0])]
  const look = [makeOfflinePage(app), makeOfflineStyle(app), frame].join('\n')
  const version = createHash('sha256').update(look).digest('hex').slice(0, 12)
  const kept = JSON.stringify({ home: brandedAppPath(app.slug), version, page, files })
  return `const app = ${kept}\nimportScripts('/branded-app-worker.js')\n`
}
