export { beforeEach, describe, expect, it } from 'vitest'
export { as, page, server } from './kit/component/page.ts'
export { tags } from './kit/tags.ts'
export * from './pages/people.ts'
