import { expect, it } from 'vitest'
import { breaches, kindOf } from './directions.ts'
import { codeOf, readProject, type SourceFile } from './source-files.ts'

/** The directions in which files may import each other (docs/ARCHITECTURE.md). */

const code = codeOf(readProject())

it('imports follow the two laws', () => {
  expect(code.length).toBeGreaterThan(200)
  expect(code.flatMap(breaches)).toEqual([])
})

it.each([
  ['web/kit/button.tsx', "import { pool } from '#server/database/database.ts'"],
  ['web/kit/button.tsx', "import { send } from '#web/client/api.ts'"],
  ['web/screens/frame/page-layout.tsx', "import { Plans } from '#web/screens/billing/plans.tsx'"],
  ['contract/identity/auth.ts', "import { sql } from '#server/database/sql.ts'"],
  ['contract/identity/auth.ts', "import fs from 'node:fs'"],
  ['server/ledger/ledger.ts', "import { fulfil } from '../billing/bookings/fulfil.flow.ts'"],
  ['server/messages/mails/sign-in.ts', "import type { Person } from '../../identity/users.ts'"],
  ['server/agents/agents.ts', "import { serve } from './agents.routes.ts'"],
  ['server/agents/agents.ts', "const x = await import('./provider-agents.flow.ts')"],
  ['server/agents/provider-sync.flow.ts', "import { agentRoutes } from './agents.routes.ts'"],
  ['server/billing/checkout/checkout.flow.ts', "import Stripe from 'stripe'"],
  ['packages/control/main.ts', "import { readConfig } from '#server/config.ts'"],
  ['packages/fake-stripe/plugin.ts', "import { startStandins } from '@luna/control/start.ts'"],
  ['packages/fake-mail/mailbox.test.ts', "import { openWorld } from '#tests/kit/world/world.ts'"],
  ['web/voice/talk.ts', "import { useState } from 'react'"],
  ['server/newsletter/text.ts', 'export const a = 1'],
])('imports that break a law are found: %s %s', (name, text) => {
  expect(breaches({ name, text })).toHaveLength(1)
})

/** Where transactions open (docs/ARCHITECTURE.md): a rule opens none, and a flow does what one cannot hold. */

const server = code.filter(({ name }) => /^server\/[^/]+\/.*\.ts$/.test(name) && !name.includes('.test.'))

/** The ground opens them for every subject. */
const ground = /^server\/(kernel|database)\//
const opening = /\bdatabase\.write\(/
/** An outside service, a hash, a picture, an archive, a live conversation, connections of its own, or another flow. */
const heldUp =
  /\bpayments\.|\bvoice\.|\blive\.|\b(?:hashPassword|checkPassword|makePicture|writeArchive|openDatabase)\(|\.flow\.ts'/

/** Flows that follow up on something, with what keeps them out of its transaction. */
const followUps: Record<string, string> = {
  'server/billing/auto-purchase/watch-balance.flow.ts': 'a purchase that cannot begin must not undo what it follows',
  'server/messages/sending.flow.ts': 'the mail server is handed in, and a log that fails must not send a mail twice',
  'server/organizations/members/watch-limit.flow.ts': 'a notice that cannot be sent must not undo a settlement',
  'server/results/memory/memory.flow.ts': 'a conversation goes on around it and opens no transaction for it',
  'server/admin/figures/rolling.flow.ts': 'each transaction rolls up some days, so that none takes long',
  'server/results/hours-saved/total.flow.ts': 'a sum over everything is read outside the transaction that stores it',
  'server/results/next-steps/next-steps.flow.ts':
    'a person without a mail must not undo those of others, and a tool is called amid a conversation',
  'server/status/watch.flow.ts': 'between its transactions it asks outside services, which are handed in',
}

function opensTransaction({ name, text }: SourceFile): boolean {
  return kindOf(name) === 'rule' && !ground.test(name) && opening.test(text)
}

function hasNoReason({ name, text }: SourceFile): boolean {
  return name.endsWith('.flow.ts') && !heldUp.test(text)
}

it('transactions are opened by no rule', () => {
  expect(server.length).toBeGreaterThan(200)
  expect(server.filter(opensTransaction).map(({ name }) => name)).toEqual([])
})

it('transactions are split by flows only for a reason', () => {
  const found = server.filter(hasNoReason).map(({ name }) => name)
  expect(found.toSorted()).toEqual(Object.keys(followUps).toSorted())
})

it.each([
  ['server/agents/removing.ts', 'return services.database.write((tx) => removeAgent(tx))', opensTransaction],
  ['server/agents/removing.flow.ts', 'return database.write((tx) => eraseAgent(tx, id))', hasNoReason],
])('transactions in the wrong place are caught: %s %s', (name, text, isCaught) => {
  expect(isCaught({ name, text })).toBe(true)
})
