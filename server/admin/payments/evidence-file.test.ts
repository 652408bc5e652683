import { describe, expect, it } from 'vitest'
import { toEvidenceFile } from './evidence-facts.ts'

describe('a file for the bank', () => {
  it.each([
    ['application/pdf', '%PDF-1.7\n'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
  ])('is %s by its bytes', (type, bytes) => {
    expect(toEvidenceFile('proof', Buffer.from(bytes, 'latin1'))).toMatchObject({ type, name: 'proof' })
  })

  it.each(['<html>', 'PK\x03\x04', '', '\x89PNG'])('is nothing else, whatever its name says: %j', (bytes) => {
    expect(toEvidenceFile('proof.pdf', Buffer.from(bytes, 'latin1'))).toBeNull()
  })

  it('has a plain name', () => {
    expect(toEvidenceFile('a"\r\nX: y.pdf', Buffer.from('%PDF-'))?.name).toBe('a___X_ y.pdf')
  })
})
