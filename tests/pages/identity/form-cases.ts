import type { Locator } from '@playwright/test'
import type { Call } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import type { Values } from '../../kit/browser/forms.ts'
import type { Page } from '../fixtures.ts'
import type { FakeServer } from '../fake-server.ts'

/** The values that differ from the right ones, the field that is wrong with them, and its message. */
export type Fault = [values: Values, label: string, message: string]

interface Given {
  page: Page
  server: FakeServer
  as: (me: Me) => void
}

export interface FormCase {
  name: string
  /** Leads to the form. Returns the part of the page that it is in. */
  open: (given: Given) => Promise<Locator>
  submit: string
  call: Call
  right: Values
  /** Detected by the page alone. */
  wrong: Fault[]
  /** Detected by the server, and how it reports it. */
  refused?: { fault: Fault; refuse: (server: FakeServer) => void }[]
  /** What the server answers in the end. */
  answer: (server: FakeServer) => void
}

export const longPassword = 'p'.repeat(129)
export const tooShort = 'Password must be at least 8 characters long'
export const tooLong = 'Password must be at most 128 characters long'
export const tooCommon = 'Please choose a less common password.'
export const notTheOwn = 'This is not your current password.'
export const names = { 'First name': 'Vera', 'Last name': 'Visitor' }
export const fresh = 'another-horse-8'
