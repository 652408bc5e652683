/**
 * Reads web pages for the knowledge base, as the provider does itself. Pages of strangers come from
 * public addresses only, at every step of a redirection, and not without end.
 */
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'
import { parseHTML } from 'linkedom'

const withinMs = 10_000
const largestBytes = 5_000_000
const mostHops = 5
const noPublicAddress = 'The page has no public address.'
const usualPorts = ['', '80', '443', '8080', '8443']
const blocks = 'p, div, section, article, h1, h2, h3, h4, h5, h6, li, tr, br, blockquote, pre'

/** A page as it was fetched: its words, and its inner part if it is HTML. */
interface ReadPage {
  text: string
  html: string | null
}

/** Returns a page, or why it could not be read. */
export async function readPage(url: string, mayReach?: MayReach): Promise<ReadPage | { problem: string }> {
  try {
    const { bytes, contentType } = await fetchPage(url, mayReach)
    const source = decode(bytes, contentType)
    const html = contentType.startsWith('text/html') ? (partsOf(source).querySelector('body')?.innerHTML ?? null) : null
    return { text: textOf(source, contentType), html }
  } catch (error) {
    return { problem: error instanceof Unreadable ? error.message : 'The page could not be reached.' }
  }
}

/** Returns a page in the charset that its answer declares, or else the page itself. */
function decode(bytes: Buffer, contentType: string): string {
  const declared = /charset\s*=\s*["']?([\w.:-]+)/i
  const charset = (declared.exec(contentType) ?? declared.exec(bytes.toString('latin1', 0, 1024)))?.[1]
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Returns the words of a page: of HTML, what a reader would see. */
function textOf(source: string, mediaType: string): string {
  if (!mediaType.startsWith('text/html')) return source.trim()
  const document = partsOf(source)
  for (const element of document.querySelectorAll(blocks)) element.append('\n\n')
  return (document.documentElement?.textContent ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*\n\s*/g, '\n\n')
    .trim()
}

/** Returns a page without what belongs to its program and its frame. */
function partsOf(source: string): ReturnType<typeof parseHTML>['document'] {
  const { document } = parseHTML(/<html[\s>]/i.test(source) ? source : `<html><body>${source}</body></html>`)
  for (const element of document.querySelectorAll('script, style, noscript, template, nav, head')) element.remove()
  return document
}

/** Returns whether a page may come from a network address. */
export type MayReach = (address: string) => boolean

interface FetchedPage {
  bytes: Buffer
  contentType: string
}

/** A reason that its reader can understand. */
class Unreadable extends Error {}

/** Addresses of version 4 that lead to this machine, its network, or nowhere. */
const closed = new BlockList()
const closedNets =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
for (const net of closedNets.split(' ')) add(closed, net, 'ipv4')
/** Of version 6, everything but what is given out; and of that, what holds addresses of version 4 or examples. */
const open = new BlockList()
add(open, '2000::/3', 'ipv6')
for (const net of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(closed, net, 'ipv6')

export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4')
  return isIP(address) === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Fetches a page. Throws `Unreadable` for an address that is not public, too many redirections, or too many bytes. */
async function fetchPage(address: string, mayReach: MayReach = isPublic): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(withinMs)
  let url = new URL(address)
  for (let hop = 0; hop <= mostHops; hop++) {
    check(url, mayReach)
    const answer = await request(url, mayReach, signal)
    const { headers, statusCode = 0 } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy()
      url = new URL(headers.location, url)
      continue
    }
    if (statusCode < 200 || statusCode >= 300) {
      answer.destroy()
      throw new Unreadable(`The page answered with ${statusCode}.`)
    }
    return { bytes: await bytesOf(answer), contentType: headers['content-type'] ?? 'text/html' }
  }
  throw new Unreadable('The page leads from one address to the next.')
}

/** Judges what an address says itself; names are judged when they are looked up. */
function check({ hostname, password, port, protocol, username }: URL, mayReach: MayReach): void {
  const literal = hostname.replaceAll(/^\[|\]$/g, '')
  const isHost = isIP(literal) === 0 || mayReach(literal)
  const isPort = mayReach !== isPublic || usualPorts.includes(port)
  if (!/^https?:$/.test(protocol) || username || password || !isHost || !isPort) throw new Unreadable(noPublicAddress)
}

function request(url: URL, mayReach: MayReach, signal: AbortSignal): Promise<http.IncomingMessage> {
  const headers = { 'user-agent': 'ElevenlabsBot/1.0', accept: 'text/html, text/*', 'accept-encoding': 'identity' }
  const options = { headers, signal, agent: false, lookup: lookupWithin(mayReach) } as const
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).get(url, options, resolve)
    sent.once('error', reject)
  })
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Returns a lookup for a connection, which then goes to what was checked and not to what a second answer names. */
function lookupWithin(mayReach: MayReach) {
  return (name: string, options: LookupOptions, found: Found): void => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return found(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => mayReach(address))) {
        return found(new Unreadable(noPublicAddress), [])
      }
      if (options.all) found(null, addresses)
      else found(null, first.address, first.family)
    })
  }
}

async function bytesOf(answer: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > largestBytes) throw new Unreadable('The page is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function add(list: BlockList, net: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits = ''] = net.split('/')
  list.addSubnet(address, Number(bits), family)
}
