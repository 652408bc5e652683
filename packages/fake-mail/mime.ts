/** The parts of a mail that a reader sees. */
type MailContent = { subject: string; text: string; html: string | null; unsubscribe: Unsubscribe | null }

/** A mail program's own button that stops such mails: it posts the body to the address (RFC 8058). */
export type Unsubscribe = { url: string; body: string }

type Entity = { headers: Map<string, string>; body: Buffer }

/** Returns subject, text and HTML of a raw mail (RFC 5322 with MIME), without attachments. */
export function parseMail(raw: Buffer): MailContent {
  const mail = parseEntity(raw)
  const leaves = leavesOf(mail)
  const plain = leaves.find((leaf) => typeOf(leaf).type === 'text/plain')
  const html = leaves.find((leaf) => typeOf(leaf).type === 'text/html')
  return {
    subject: decodeWords(mail.headers.get('subject') ?? ''),
    text: plain === undefined ? '' : decodeText(plain),
    html: html === undefined ? null : decodeText(html),
    unsubscribe: unsubscribeOf(mail),
  }
}

function unsubscribeOf({ headers }: Entity): Unsubscribe | null {
  const url = /<(https?:[^>]+)>/.exec(headers.get('list-unsubscribe') ?? '')?.[1]
  const body = headers.get('list-unsubscribe-post')
  return url === undefined || body === undefined ? null : { url, body }
}

function parseEntity(raw: Buffer): Entity {
  const { start, end } = findBlankLine(raw)
  const headers = new Map<string, string>()
  const unfolded = raw
    .subarray(0, start)
    .toString('utf8')
    .replace(/\r?\n[ \t]+/g, ' ')
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: raw.subarray(end) }
}

function findBlankLine(raw: Buffer): { start: number; end: number } {
  for (const separator of ['\r\n\r\n', '\n\n']) {
    const start = raw.indexOf(separator)
    if (start !== -1) return { start, end: start + separator.length }
  }
  return { start: raw.length, end: raw.length }
}

function typeOf({ headers }: Entity): { type: string; boundary: string | undefined; charset: string } {
  const value = headers.get('content-type') ?? 'text/plain'
  const parameter = (name: string) => new RegExp(`${name}="?([^";]+)"?`, 'i').exec(value)?.[1]
  return {
    type: value.split(';')[0]!.trim().toLowerCase(),
    boundary: parameter('boundary'),
    charset: parameter('charset') ?? 'utf-8',
  }
}

/** Returns the parts that are not containers, without attachments. */
function leavesOf(entity: Entity): Entity[] {
  const { boundary, type } = typeOf(entity)
  if (!type.startsWith('multipart/') || boundary === undefined) {
    return entity.headers.get('content-disposition')?.startsWith('attachment') === true ? [] : [entity]
  }
  // One character for each byte, so that cutting at the boundary preserves the bytes.
  const sections = `\n${entity.body.toString('latin1')}`.split(`\n--${boundary}`).slice(1)
  return sections
    .filter((section) => !section.startsWith('--'))
    .map((section) => Buffer.from(section.replace(/^[^\n]*\n/, '').replace(/\r$/, ''), 'latin1'))
    .flatMap((part) => leavesOf(parseEntity(part)))
}

function decodeText(entity: Entity): string {
  const encoding = entity.headers.get('content-transfer-encoding')?.toLowerCase()
  const { charset } = typeOf(entity)
  const ascii = entity.body.toString('latin1')
  if (encoding === 'base64') return toText(Buffer.from(ascii, 'base64'), charset)
  if (encoding === 'quoted-printable') return toText(unquote(ascii.replace(/=\r?\n/g, '')), charset)
  return toText(entity.body, charset)
}

function unquote(printable: string): Buffer {
  return Buffer.from(
    printable.replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** Decodes bytes and uses the line endings of web pages. */
function toText(bytes: Buffer, charset: string): string {
  return new TextDecoder(charset).decode(bytes).replaceAll('\r\n', '\n')
}

/** Decodes `=?utf-8?Q?...?=` words in a header. */
function decodeWords(header: string): string {
  return header
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?([^?]+)\?([BQ])\?([^?]*)\?=/gi, (_match, charset: string, encoding: string, word: string) =>
      toText(
        encoding.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : unquote(word.replaceAll('_', ' ')),
        charset,
      ),
    )
}
