import { describe, expect, it } from 'vitest'
import { addEvidenceFile, disputes, readDispute, saveEvidence, type Evidence } from '#contract/admin/disputes.ts'
import { actsOn, addAgent, hired, ownWorld, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { atProvider } from '../../../kit/billing/provider.ts'
import { bank, decide, disputeStates, subscriberWithPayment, waitForEvents } from '../../../kit/billing/refunds.ts'
import { addPastSession } from '../../../kit/conversations/past-conversations.ts'

/** Disputes with their deadlines, and the evidence against them (D44). */

const world = await ownWorld()
const ada = await platformAdmin(world)
const agentId = await addAgent(world)

interface Disputed {
  person: TestPerson
  paymentIntentId: string
  id: string
  stripeId: string
}

/** Returns a disputed payment, with what happened before the dispute. */
async function disputed(before?: (person: TestPerson) => Promise<unknown>): Promise<Disputed> {
  const { person, paymentIntentId } = await subscriberWithPayment(world)
  await before?.(person)
  await decide(world, paymentIntentId, 'open')
  const [row] = await world.sql<{ id: string; stripe_dispute_id: string }>(
    'select id, stripe_dispute_id from dispute where stripe_payment_intent_id = $1',
    [paymentIntentId],
  )
  return { person, paymentIntentId, id: row!.id, stripeId: row!.stripe_dispute_id }
}

const read = (id: string, by = ada) => by.client.try(readDispute, { params: { id } })
const save = (id: string, evidence: Evidence, submit: boolean, by = ada) =>
  by.client.try(saveEvidence, { params: { id }, body: { evidence, submit } })

/** Sends a file in a form. */
function upload(id: string, content: string, by = ada) {
  const mark = 'mark-of-tests'
  const head = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="proof.pdf"\r\ncontent-type: application/pdf`
  return by.client.request<{ code?: string; file?: object }>(
    addEvidenceFile.method,
    addEvidenceFile.path.replace(':id', id),
    `${head}\r\n\r\n${content}\r\n--${mark}--\r\n`,
    { 'content-type': `multipart/form-data; boundary=${mark}` },
  )
}

interface AtStripe {
  status: string
  evidence: Record<string, string | null>
  evidence_details: { submission_count: number; due_by: number }
}

const atStripe = (stripeId: string) => atProvider<AtStripe>(world, `disputes/${stripeId}`)

describe('the list of disputes', () => {
  it('shows the deadline that Stripe names, and follows its state', async () => {
    const { person, paymentIntentId, id, stripeId } = await disputed()
    const query = { search: person.email }
    const { evidence_details: details } = await atStripe(stripeId)
    expect(await ada.client.call(disputes, { query })).toMatchObject([
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
    await bank(world, paymentIntentId, 'win')
    await waitForEvents(world, paymentIntentId)
    expect(await ada.client.call(disputes, { query: { ...query, state: 'won' } })).toMatchObject([{ id }])
  })

  it('is refused to strangers, people and staff without money', async () => {
    const [person, content] = [await registered(world), await hired(world, ada, 'content')]
    expect((await world.visitor().try(disputes, { query: {} })).status).toBe(401)
    expect((await person.client.try(disputes, { query: {} })).status).toBe(403)
    expect((await content.client.try(disputes, { query: {} })).status).toBe(403)
  })
})

describe('evidence', () => {
  it('is filled with who paid, what was used and which terms were accepted, never with words', async () => {
    const { person, id } = await disputed((talker) => addPastSession(world, talker, agentId, 90))
    const { status, body } = await read(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ isDraft: false, file: null })
    expect(body.evidence).toMatchObject({ customerName: 'Test Person', customerEmail: person.email, statement: '' })
    expect(body.evidence.productDescription).toContain('$27.97')
    expect(body.evidence.termsDisclosure).toMatch(/accepted the Terms of Service \(version .+\)/)
    expect(body.evidence.activityLog).toMatch(/Sign-ins since the payment:\n- \w+ \d+, 20\d\d, \d\d:\d\d UTC/)
    expect(body.evidence.activityLog).toContain(
      'Voice conversations since the payment: 1 conversation, 1.50 minutes charged',
    )
    expect(body.evidence.activityLog).toMatch(/- \w+ \d+, 20\d\d, \d\d:\d\d UTC: lasted 1:30, charged 1:30$/)
  })

  it('is saved as a draft at Stripe, then submitted once, and the books follow', async () => {
    const { id, stripeId, paymentIntentId } = await disputed()
    const { evidence } = (await read(id)).body
    const draft = await save(id, { ...evidence, statement: 'They used it for a week.' }, false)
    expect([draft.status, draft.body.isDraft, draft.body.state]).toEqual([200, true, 'needs_response'])
    const staged = await atStripe(stripeId)
    expect(staged).toMatchObject({ status: 'needs_response', evidence_details: { submission_count: 0 } })
    expect(staged.evidence['uncategorized_text']).toBe('They used it for a week.')
    const sent = await save(id, { ...evidence, statement: 'Final words.' }, true)
    expect(sent.body).toMatchObject({ state: 'under_review', submissions: 1, evidence: { statement: 'Final words.' } })
    const [row] = await world.sql('select status, submissions, has_evidence from dispute where id = $1', [id])
    expect(row).toEqual({ status: 'under_review', submissions: 1, has_evidence: true })
    expect((await save(id, evidence, false)).body.code).toBe('dispute_closed')
    expect((await atStripe(stripeId)).evidence['uncategorized_text']).toBe('Final words.')
    expect((await actsOn(ada, 'dispute', id)).map(({ action }) => action)).toEqual([
      'dispute.evidence.submit',
      'dispute.evidence.save',
    ])
    expect(await disputeStates(world, paymentIntentId)).toEqual(['open', 'open'])
  })

  it('keeps what a colleague saved meanwhile, and what goes to the bank was read whole (D187)', async () => {
    const { id, stripeId } = await disputed()
    const { evidence: before } = (await read(id)).body
    const give = (words: Partial<Evidence>, submit = false) =>
      ada.client.try(saveEvidence, { params: { id }, body: { evidence: { ...before, ...words }, submit, before } })
    expect((await give({ statement: 'Theirs.' })).status).toBe(200)
    // Another text is saved beside theirs, the same one is refused.
    expect((await give({ serviceDate: 'October' })).body.evidence).toMatchObject({
      statement: 'Theirs.',
      serviceDate: 'October',
    })
    expect(await give({ statement: 'Mine.' })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', present: { statement: 'Theirs.' } },
    })
    expect(await give({ serviceDate: 'October' }, true)).toMatchObject({
      status: 409,
      body: { present: { statement: 'Theirs.' } },
    })
    const staged = await atStripe(stripeId)
    expect(staged).toMatchObject({ evidence_details: { submission_count: 0 } })
    expect(staged.evidence['uncategorized_text']).toBe('Theirs.')
  })

  it('is not submitted with a file that the form did not show', async () => {
    const { id, stripeId } = await disputed()
    const { evidence } = (await read(id)).body
    const submit = (file: { name: string; bytes: number } | null) =>
      ada.client.try(saveEvidence, { params: { id }, body: { evidence, submit: true, file } })
    const added = await upload(id, '%PDF-1.7\nproof')
    expect(added.status).toBe(200)
    expect(await submit(null)).toMatchObject({ status: 409, body: { code: 'file_changed' } })
    expect(await atStripe(stripeId)).toMatchObject({ evidence_details: { submission_count: 0 } })
    expect((await submit({ name: 'proof.pdf', bytes: 14 })).body).toMatchObject({ submissions: 1 })
  })

  it('takes a PDF or picture by its bytes, which goes to Stripe and is not kept', async () => {
    const { id, stripeId } = await disputed()
    expect((await upload(id, '<html>not a PDF')).body.code).toBe('wrong_file_type')
    const added = await upload(id, '%PDF-1.7\nproof')
    expect([added.status, added.body.file]).toEqual([200, { name: 'proof.pdf', bytes: 14 }])
    // Texts that nobody has saved are no draft.
    expect(added.body).toMatchObject({ isDraft: false })
    const { evidence } = await atStripe(stripeId)
    const file = await atProvider<object>(world, `files/${evidence['uncategorized_file']}`)
    expect(file).toMatchObject({ purpose: 'dispute_evidence', size: 14, type: 'pdf' })
    expect((await read(id)).body).toMatchObject({ isDraft: false, file: { name: 'proof.pdf' } })
    expect((await upload(id, `%PDF-${'x'.repeat(4_600_000)}`)).status).toBe(413)
  })

  it('of a decided dispute is not changed', async () => {
    const { id, paymentIntentId, stripeId } = await disputed()
    const { evidence } = (await read(id)).body
    await bank(world, paymentIntentId, 'lose')
    for (const submit of [false, true]) expect((await save(id, evidence, submit)).body.code).toBe('dispute_closed')
    expect((await upload(id, '%PDF-1.7')).body.code).toBe('dispute_closed')
    expect((await atStripe(stripeId)).evidence['customer_name']).toBeNull()
    await waitForEvents(world, paymentIntentId)
  })

  it('is refused to people and to staff who only read; an unknown dispute is a 404', async () => {
    const { id } = await disputed()
    const { evidence } = (await read(id)).body
    const [person, reader] = [await registered(world), await hired(world, ada, 'read_only')]
    expect((await read(id, person)).status).toBe(403)
    expect((await read(id, reader)).status).toBe(200)
    for (const by of [person, reader]) {
      expect((await save(id, evidence, true, by)).status).toBe(403)
      expect((await upload(id, '%PDF-1.7', by)).status).toBe(403)
    }
    const unknown = crypto.randomUUID()
    expect((await read(unknown)).body.code).toBe('dispute_not_found')
    expect((await save(unknown, evidence, false)).body.code).toBe('dispute_not_found')
    expect((await upload(unknown, '%PDF-1.7')).body.code).toBe('dispute_not_found')
    const long = await save(id, { ...evidence, statement: 'x'.repeat(20_001) }, false)
    expect([long.status, long.body.message]).toEqual([400, 'Please use at most 20,000 characters'])
  })

  it('of a dispute that Stripe does not know is a 404', async () => {
    const { id } = await disputed()
    const { evidence } = (await read(id)).body
    await world.sql(`update dispute set stripe_dispute_id = 'du_unknown' where id = $1`, [id])
    expect((await read(id)).body.code).toBe('dispute_not_found')
    expect((await save(id, evidence, false)).body.code).toBe('dispute_not_found')
    expect((await upload(id, '%PDF-1.7')).body.code).toBe('dispute_not_found')
    expect(await actsOn(ada, 'dispute', id)).toEqual([])
  })

  it('is not saved while Stripe cannot be reached', async () => {
    const { id } = await disputed()
    const { evidence } = (await read(id)).body
    await world.control({ apiFault: { stripe: 'error' } })
    const [reading, saving] = [await read(id), await save(id, evidence, false)]
    await world.control({ apiFault: { stripe: null } })
    expect([reading.body.code, saving.body.code]).toEqual(['payment_unavailable', 'payment_unavailable'])
  })
})
