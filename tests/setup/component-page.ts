import { afterEach, beforeEach, expect } from 'vitest'
import { matchers } from '../kit/component/matchers.ts'
import { begin, end } from '../kit/component/page.ts'

expect.extend(matchers)
beforeEach(begin)
afterEach(end)
