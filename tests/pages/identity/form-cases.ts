import type { Locator } from '@playwright/test'
import type { Call } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import type { Values } from '../../kit/browser/forms.ts'
import type { Page } from '../fixtures.ts'
import type { FakeServer } from '../fake-server.ts'

/** What is typed besides what is right, the field that is wrong with it, and what it says. */
export type Fault = [values: Values, label: string, message: string]

interface Given {
  page: Page
  server: FakeServer
  as: (me: Me) => void
}

export interface FormCase {
  name: string
  /** Leads to the form; returns the part of the page it is in. */
  open: (given: Given) => Promise<Locator>
  submit: string
  call: Call
  right: Values
  /** Found out by the page alone. */
  wrong: Fault[]
  /** Found out by the server, and how it says so. */
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
