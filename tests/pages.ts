/** The one import of page tests. Helpers of a subject are in its folder of `tests/pages` and in `tests/kit/browser`. */
export * from './kit/browser/choosing.ts'
export * from './kit/browser/toasts.ts'
export * from './kit/browser/watch.ts'
export { tagged } from './kit/tags.ts'
export * from './pages/fake-server.ts'
export * from './pages/finding.ts'
export { as, expect, page, type Page, server, test } from './pages/fixtures.ts'
export * from './pages/people.ts'
