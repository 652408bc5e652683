import { adminDebts } from '#contract/admin/debts.ts'
import * as calls from '#contract/admin/disputes.ts'
import type { Input } from '#contract/call.ts'
import * as refunds from '#tests/kit/billing/refunds.ts'
import { fileOf, sendForm } from '#tests/kit/identity/forms.ts'
import * as kit from '#tests/calls.ts'
import { addPastSession, atProvider } from '#tests/calls.ts'

const { actsOn, expect, expectRefused, it } = kit
const { bank, decide, debtor } = refunds

/** Disputes with their deadlines, the evidence against them, and the debts that they leave (D44). */

const world = await kit.sharedWorld()
const ada = await kit.platformAdmin(world)
const agentId = await kit.addAgent(world)

/** Returns a disputed payment, with what happened before the dispute, and the evidence that its form begins with. */
async function disputed(before?: (person: kit.TestPerson) => Promise<unknown>) {
  const { person, paymentIntentId } = await refunds.subscriberWithPayment(world)
  await before?.(person)
  await decide(world, paymentIntentId, 'open')
  const [row] = await world.sql<{ id: string; stripe_dispute_id: string }>(
    'select id, stripe_dispute_id from dispute where stripe_payment_intent_id = $1',
    [paymentIntentId],
  )
  const { id, stripe_dispute_id: stripeId } = row!
  const { evidence } = (await read(id)).body
  return { person, paymentIntentId, id, stripeId, evidence }
}

const read = (id: string) => ada.client.try(calls.readDispute, { params: { id } })
const save = (id: string, body: Input<typeof calls.saveEvidence>['body']) =>
  ada.client.try(calls.saveEvidence, { params: { id }, body })
const upload = (id: string, content: string) =>
  sendForm<calls.DisputePage>(ada.client, 'POST', calls.addEvidenceFile.path.replace(':id', id), {
    file: fileOf(Buffer.from(content), 'proof.pdf', 'application/pdf'),
  })

interface AtStripe {
  status: string
  evidence: Record<string, string | null>
  evidence_details: { submission_count: number; due_by: number }
}

const atStripe = (stripeId: string) => atProvider<AtStripe>(world, `disputes/${stripeId}`)
const unsent = { evidence_details: { submission_count: 0 } }

it('the list of disputes shows the deadline that Stripe names, and follows its state', async () => {
  const { person, paymentIntentId, id, stripeId, evidence } = await disputed()
  const query = { search: person.email }
  const { evidence_details: details } = await atStripe(stripeId)
  expect(await ada.client.call(calls.disputes, { query })).toMatchObject([
    {
      id,
      amount: 27.97,
      state: 'needs_response',
      reason: 'fraudulent',
      dueAt: new Date(details.due_by * 1000).toISOString(),
      hasEvidence: false,
      submissions: 0,
      payer: { userId: person.id, email: person.email },
      receiptNumbers: [expect.any(String), expect.any(String)],
    },
  ])
  // Evidence of a decided dispute is not changed, even before we know of the decision.
  await bank(world, paymentIntentId, 'win')
  for (const submit of [false, true]) expect((await save(id, { evidence, submit })).body.code).toBe('dispute_closed')
  expect((await upload(id, '%PDF-1.7')).body.code).toBe('dispute_closed')
  expect((await atStripe(stripeId)).evidence['customer_name']).toBeNull()
  await refunds.waitForEvents(world, paymentIntentId)
  expect(await ada.client.call(calls.disputes, { query: { ...query, state: 'won' } })).toMatchObject([{ id }])
})

it('debts are listed with who owes what, since when and why, by their state', async () => {
  const [one, other] = [await debtor(world), await debtor(world)]
  const list = (query: object, { person } = one) =>
    ada.client.call(adminDebts, { query: { search: person.email, ...query } })
  expect(await list({ state: 'open' })).toMatchObject([
    {
      id: one.debtId,
      amount: 15.47,
      state: 'open',
      closedAt: null,
      reason: null,
      payer: { userId: one.person.id, organizationId: null, email: one.person.email },
      paymentId: expect.stringMatching(/^[\da-f-]{36}$/),
      description: expect.stringContaining('Uplift'),
      disputeReason: 'fraudulent',
    },
  ])
  await refunds.forgiveDebt(ada, one.debtId)
  await refunds.payDebt(world, other)
  expect(await list({ state: 'forgiven' })).toMatchObject([{ id: one.debtId, reason: 'Goodwill' }])
  expect([await list({ state: 'open' }), await list({}, other)]).toMatchObject([[], [{ state: 'paid' }]])
  const sorted = (await ada.client.call(adminDebts, { query: { sort: 'created' } })).map(({ id }) => id)
  expect(sorted.slice(-2)).toEqual([one.debtId, other.debtId])
})

it('evidence is filled with payer, use and accepted terms, never with words', async () => {
  const { person, id, evidence } = await disputed((talker) => addPastSession(world, talker, agentId, 90))
  expect(await read(id)).toMatchObject({ status: 200, body: { isDraft: false, file: null } })
  expect(evidence).toMatchObject({
    customerName: 'Test Person',
    customerEmail: person.email,
    statement: '',
    productDescription: expect.stringContaining('$27.97'),
    termsDisclosure: expect.stringMatching(/accepted the Terms of Service \(version .+\)/),
  })
  for (const line of [
    /Sign-ins since the payment:\n- \w+ \d+, 20\d\d, \d\d:\d\d UTC/,
    /Voice conversations since the payment: 1 conversation, 1\.50 minutes charged/,
    /- \w+ \d+, 20\d\d, \d\d:\d\d UTC: lasted 1:30, charged 1:30$/,
  ])
    expect(evidence.activityLog).toMatch(line)
})

it('evidence is a draft at Stripe, shared with colleagues, and submitted once (D187)', async () => {
  const { id, stripeId, paymentIntentId, evidence: before } = await disputed()
  const give = (words: Partial<calls.Evidence>, submit = false) =>
    save(id, { evidence: { ...before, ...words }, submit, before })
  const draft = await give({ statement: 'Theirs.' })
  expect(draft).toMatchObject({ status: 200, body: { isDraft: true, state: 'needs_response' } })
  const staged = { ...unsent, status: 'needs_response', evidence: { uncategorized_text: 'Theirs.' } }
  expect(await atStripe(stripeId)).toMatchObject(staged)
  // Another text is saved as well, the same one is refused, and who submits has read all.
  const both = { statement: 'Theirs.', serviceDate: 'October' }
  expect((await give({ serviceDate: 'October' })).body.evidence).toMatchObject(both)
  const refusal = { status: 409, body: { code: 'changed_meanwhile', present: { statement: 'Theirs.' } } }
  expect(await give({ statement: 'Mine.' })).toMatchObject(refusal)
  expect(await give({ serviceDate: 'October' }, true)).toMatchObject(refusal)
  expect(await atStripe(stripeId)).toMatchObject(staged)

  const evidence = { ...before, ...both, statement: 'Final words.' }
  const sent = { state: 'under_review', submissions: 1, evidence: { statement: 'Final words.' } }
  expect((await save(id, { evidence, submit: true })).body).toMatchObject(sent)
  const [row] = await world.sql('select status, submissions, has_evidence from dispute where id = $1', [id])
  expect(row).toEqual({ status: 'under_review', submissions: 1, has_evidence: true })
  expect((await save(id, { evidence: before, submit: false })).body.code).toBe('dispute_closed')
  expect((await atStripe(stripeId)).evidence['uncategorized_text']).toBe('Final words.')
  const acts = ['dispute.evidence.submit', 'dispute.evidence.save', 'dispute.evidence.save']
  expect((await actsOn(ada, 'dispute', id)).map(({ action }) => action)).toEqual(acts)
  expect(await refunds.disputeStates(world, paymentIntentId)).toEqual(['open', 'open'])
})

it('evidence takes a PDF or picture, which goes to Stripe as the form shows it', async () => {
  const { id, stripeId, evidence } = await disputed()
  expect((await upload(id, '<html>not a PDF')).body.code).toBe('wrong_file_type')
  expect((await upload(id, `%PDF-${'x'.repeat(4_600_000)}`)).status).toBe(413)
  // Texts that nobody has saved are no draft.
  const file = { name: 'proof.pdf', bytes: 14 }
  expect(await upload(id, '%PDF-1.7\nproof')).toMatchObject({ status: 200, body: { isDraft: false, file } })
  const staged = await atStripe(stripeId)
  expect(await atProvider(world, `files/${staged.evidence['uncategorized_file']}`)).toMatchObject({
    purpose: 'dispute_evidence',
    size: 14,
    type: 'pdf',
  })
  expect((await read(id)).body).toMatchObject({ isDraft: false, file })
  const changed = { status: 409, body: { code: 'file_changed' } }
  expect(await save(id, { evidence, submit: true, file: null })).toMatchObject(changed)
  expect(await atStripe(stripeId)).toMatchObject(unsent)
  expect((await save(id, { evidence, submit: true, file })).body).toMatchObject({ submissions: 1 })
})

it('evidence of a dispute unknown to us or Stripe is a 404; it waits for Stripe', async () => {
  const { id, evidence } = await disputed()
  const body = { evidence, submit: false }
  const codes = async (one: string) =>
    [await read(one), await save(one, body), await upload(one, '%PDF-1.7')].map((reply) => reply.body.code)
  const notFound = ['dispute_not_found', 'dispute_not_found', 'dispute_not_found']
  expect(await codes(crypto.randomUUID())).toEqual(notFound)
  const long = { params: { id }, body: { ...body, evidence: { ...evidence, statement: 'x'.repeat(20_001) } } }
  const message = 'Please use at most 20,000 characters'
  await expectRefused(calls.saveEvidence, [ada, long, 400, { message }])
  await world.control({ apiFault: { stripe: 'error' } })
  const [reading, saving] = [await read(id), await save(id, body)]
  await world.control({ apiFault: { stripe: null } })
  expect([reading.body.code, saving.body.code]).toEqual(['payment_unavailable', 'payment_unavailable'])
  await world.sql(`update dispute set stripe_dispute_id = 'du_unknown' where id = $1`, [id])
  expect(await codes(id)).toEqual(notFound)
  expect(await actsOn(ada, 'dispute', id)).toEqual([])
})
