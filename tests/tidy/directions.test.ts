import { expect, it } from 'vitest'
import { breaches } from './directions.ts'
import { codeOf, readProject } from './source-files.ts'

/** The directions in which files may import each other (docs/ARCHITECTURE.md). */

const code = codeOf(readProject())

it('imports follow the two laws', () => {
  expect(code.length).toBeGreaterThan(200)
  expect(code.flatMap(breaches)).toEqual([])
})

it.each([
  ['web/kit/button.tsx', "import { pool } from '#server/database/database.ts'"],
  ['web/kit/button.tsx', "import { send } from '#web/client/api.ts'"],
  ['web/screens/frame/footer/footer.tsx', "import { Plans } from '#web/screens/billing/plans.tsx'"],
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
