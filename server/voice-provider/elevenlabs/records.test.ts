import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSignedWebhook, readWebhook } from './records.ts'

const body = Buffer.from('{"type":"post_call_transcription"}')
const atS = 1_763_766_000
/** Made with `openssl dgst -sha256 -hmac wsec_vector` over `1763766000.` and the body. */
const hex = '45727cb4401d1ed74b93b68c998ad90770e5493065d12645a7ba159da0149998'
const header = `t=${atS},v0=${hex}`
const judge = (given = header, nowS = atS, bytes = body, secrets = ['wsec_vector']) =>
  isSignedWebhook(secrets, bytes, given, nowS * 1000)

describe('the signature of a webhook (voice notes 1.7)', () => {
  it('matches the one that another program makes', () => {
    expect(judge()).toBe(true)
    expect(judge(header, atS, body, ['wsec_old', 'wsec_vector'])).toBe(true)
  })

  it('holds for five minutes in both directions', () => {
    expect([-301, -300, 300, 301].map((s) => judge(header, atS + s))).toEqual([false, true, true, false])
  })

  it('fits only these exact bytes, this time and this secret', () => {
    expect(judge(header, atS, Buffer.concat([body, Buffer.from(' ')]))).toBe(false)
    expect(judge(header.replace(String(atS), String(atS + 1)))).toBe(false)
    expect(judge(header, atS, body, ['wsec_vector '])).toBe(false)
    expect(judge(header, atS, body, [])).toBe(false)
  })

  const odd = ['', 'nonsense', `t=${atS}`, `v0=${hex}`, `t=${atS},v0=${hex.slice(2)}`]
  it.each([...odd, `t=${atS},v1=${hex}`, `t=-1,v0=${hex}`])('is not %j', (given) => expect(judge(given)).toBe(false))

  it('covers the exact bytes, even those that are not text', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe])
    const v0 = createHmac('sha256', 's').update(`${atS}.`).update(bytes).digest('hex')
    expect(judge(`t=${atS},v0=${v0}`, atS, bytes, ['s'])).toBe(true)
  })
})

describe('the content of a webhook', () => {
  const data = { conversation_id: 'conv_1', status: 'done', transcript: [{ role: 'user', message: 'private' }] }
  const call = (metadata: object, more: object = {}) => {
    return read({ type: 'post_call_transcription', data: { ...data, metadata, ...more } })
  }
  const read = (event: unknown) => readWebhook(Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)))

  it('is figures, and none of the words', () => {
    const metadata = { call_duration_secs: 61, cost: 1017, cost_fiat: 0.0813, termination_reason: 'x' }
    const figures = { durationMs: 61_000, providerCostCredits: 1017, costUsd: 0.0813 }
    expect(call(metadata)).toEqual({ conversationId: 'conv_1', isFinal: true, ...figures, judged: [] })
  })

  it('has the results of our criteria without their reasons', () => {
    const analysis = {
      transcript_summary: 'private',
      evaluation_criteria_results: { goal_met: { criteria_id: 'goal_met', result: 'success', rationale: 'private' } },
    }
    const record = call({ call_duration_secs: 61 }, { analysis })
    expect(record?.judged).toEqual([{ criterion: 'goal_met', judgement: 'success' }])
    expect(JSON.stringify(record)).not.toContain('private')
  })

  it('may lack prices and need not be final', () => {
    const unpriced = { providerCostCredits: null, costUsd: null }
    const early = call({ call_duration_secs: 0 }, { status: 'processing' })
    expect(early).toMatchObject({ isFinal: false, durationMs: 0, ...unpriced })
    const odd = { call_duration_secs: 5, cost: 'many', cost_fiat: 1e300 }
    expect(call(odd)).toMatchObject({ durationMs: 5000, ...unpriced })
  })

  it.each([
    '',
    '[]',
    '{"type":"post_call_audio","data":{}}',
    { type: 'post_call_transcription', data },
    { type: 'post_call_transcription', data: { ...data, metadata: { call_duration_secs: -1 } } },
  ])('is ignored in %j', (event) => expect(read(event)).toBeNull())
})
