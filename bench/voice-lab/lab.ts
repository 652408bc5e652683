/** A stand-in, a page and a Chromium in which one voice client after the other has the same conversation. */
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { removeState, startStandin, type TestStandin } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import { type BuiltLab, buildLab } from './build.ts'
import { launchChromium, speechFile } from './chromium.ts'
import type { LabState } from './lab-client.ts'
import type { ProbeOptions, ProbeRecord } from './probe.ts'

export const labClients = ['ours', 'official'] as const
export type LabClientName = (typeof labClients)[number]

export interface Lab {
  standin: TestStandin
  browser: Browser
  gzipBytes: BuiltLab['gzipBytes']
  /** Opens a page with one client, ready to start with that agent. */
  open: (client: LabClientName, agentId: string, options?: LabProbeOptions) => Promise<LabTalk>
  close: () => Promise<void>
}

export type LabProbeOptions = Omit<ProbeOptions, 'tapUrl' | 'isWithoutGateway' | 'speechUrl'> & {
  /** Whether the played sound is examined; on unless switched off. */
  listens?: boolean
  /** The microphone speaks only when `speak` is called, not every seven seconds. */
  speaksWhenTold?: boolean
}

/** One page with one client. */
export interface LabTalk {
  page: Page
  start: () => Promise<void>
  /** Types words. */
  say: (text: string) => Promise<void>
  /** Speaks the question from the fixtures. */
  speak: () => Promise<void>
  end: () => Promise<void>
  state: () => Promise<LabState>
  record: () => Promise<ProbeRecord>
  close: () => Promise<void>
}

/** Builds and starts everything; `recognise`, if given, tells the stand-in the words of a turn. */
export async function openLab(options: Parameters<typeof startStandin>[0] = {}): Promise<Lab> {
  const built = await buildLab()
  const standin = await startStandin(options)
  const server = serve(built.directory, standin)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await launchChromium()
  return {
    standin,
    browser,
    gzipBytes: built.gzipBytes,
    open: async (client, agentId, { listens = true, speaksWhenTold = false, ...probe } = {}) => {
      const page = await browser.newPage()
      const all: ProbeOptions = {
        ...probe,
        isWithoutGateway: true,
        ...(listens && { tapUrl: built.tapUrl }),
        ...(speaksWhenTold && { speechUrl: speechPath }),
      }
      await page.addInitScript(`window.voiceProbeOptions = ${JSON.stringify(all)};\n${built.probe}`)
      await page.goto(`${origin}/?agent=${agentId}`)
      await page.evaluate((name) => window.openClient(name), client)
      return talkOn(page)
    },
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await standin.close()
      removeState(standin)
      fs.rmSync(built.directory, { recursive: true, force: true })
    },
  }
}

function talkOn(page: Page): LabTalk {
  return {
    page,
    start: () => page.evaluate(() => window.labClient?.start()),
    say: (text) => page.evaluate((words) => window.labClient?.say(words), text),
    speak: () => page.evaluate(() => window.voiceProbe?.speak()),
    end: () => page.evaluate(() => window.labClient?.end()),
    state: () => page.evaluate(() => window.labClient!.state),
    record: () => page.evaluate(() => window.voiceProbe!.record),
    close: () => page.close(),
  }
}

const speechPath = '/question.wav'
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wav': 'audio/wav' }

/** Serves the lab's files, and `/address` in place of the product's POST /api/sessions. */
function serve(directory: string, standin: TestStandin): http.Server {
  return http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lab')
    if (pathname === '/address') return void answerAddress(standin, searchParams.get('agent') ?? '', response)
    const inFolder = path.join(directory, pathname === '/' ? 'index.html' : path.normalize(pathname))
    const file = pathname === speechPath ? speechFile : inFolder
    if (!fs.existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      // Isolated pages have a clock of 5 µs instead of 100 µs.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.end(fs.readFileSync(file))
  })
}

async function answerAddress(standin: TestStandin, agentId: string, response: http.ServerResponse): Promise<void> {
  const { signed_url: signedUrl, conversation_id: id } = await standin.signedUrl(agentId)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id, conversationId: id, signedUrl }))
}
