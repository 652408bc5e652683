/** A file as the provider takes it. */
interface EvidenceFile {
  name: string
  type: 'application/pdf' | 'image/jpeg' | 'image/png'
  bytes: Buffer
}

const signatures: readonly (readonly [EvidenceFile['type'], Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-', 'latin1')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
]

/** Returns an upload as a file for the bank, if it is a PDF, JPG or PNG by its bytes; otherwise null. */
export function toEvidenceFile(name: string, bytes: Buffer): EvidenceFile | null {
  const type = signatures.find(([, signature]) => bytes.subarray(0, signature.length).equals(signature))?.[0]
  return type ? { name: name.replaceAll(/[^\w. -]/g, '_').slice(-100) || 'evidence', type, bytes } : null
}
