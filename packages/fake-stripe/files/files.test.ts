import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultOf, openRig, type StripeRig } from '../testing/rig.ts'

let rig: StripeRig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const upload = (bytes: Buffer, type = 'application/pdf') =>
  rig.stripe.files.create({ purpose: 'dispute_evidence', file: { data: bytes, name: 'proof.pdf', type } })

describe('a file', () => {
  test('is uploaded by the SDK, whatever its bytes, and can be read', async () => {
    const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0xff, 0x00, 0x0d, 0x0a, 0x0d, 0x0a, 0x80])
    const file = await upload(bytes)
    expect(file).toMatchObject({
      object: 'file',
      filename: 'proof.pdf',
      purpose: 'dispute_evidence',
      size: bytes.length,
      type: 'pdf',
    })
    expect(await rig.stripe.files.retrieve(file.id)).toEqual(file)
  })

  test('can be evidence against a dispute', async () => {
    const payment = await rig.stripe.paymentIntents.create({
      amount: 2500,
      currency: 'usd',
      payment_method: 'pm_card_createDispute',
      confirm: true,
      allowed_payment_method_types: ['card'],
    })
    const { data } = await rig.stripe.disputes.list({ payment_intent: payment.id })
    const { id } = await upload(Buffer.from('%PDF-1.7'))
    const evidence = { uncategorized_file: id }
    const staged = await rig.stripe.disputes.update(data[0]!.id, { evidence, submit: false })
    expect(staged).toMatchObject({ evidence, evidence_details: { has_evidence: true, submission_count: 0 } })
  })

  test('of another type is refused', async () => {
    expect((await faultOf(upload(Buffer.from('x'), 'text/html'))).message).toMatch(/Invalid file type/)
  })
})
