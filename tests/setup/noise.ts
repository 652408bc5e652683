import { afterAll, beforeAll, expect, vi } from 'vitest'

/** Nothing may complain on the console unnoticed; per file, because tests of a file may run at the same time. */
beforeAll(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterAll(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  expect(vi.mocked(console.warn).mock.calls).toEqual([])
  vi.restoreAllMocks()
})
