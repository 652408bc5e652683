/** A stand-in, a page and a Chromium in which one voice client after the other has the same conversation. */
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { removeState, startStandin, type TestStandin } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import { launchChromium, speechFile } from '../browser.ts'
import type { LabState } from './page.ts'
import type { ProbeOptions, ProbeRecord } from './probe.ts'

export const labClients = ['ours', 'official'] as const
export type LabClientName = (typeof labClients)[number]

export type Lab = Awaited<ReturnType<typeof openLab>>
export type LabTalk = ReturnType<typeof talkOn>

type LabProbeOptions = Omit<ProbeOptions, 'tapUrl' | 'isWithoutGateway' | 'speechUrl'> & {
  /** Whether the played sound is examined; on unless switched off. */
  listens?: boolean
  /** The microphone speaks only when `speak` is called, not every seven seconds. */
  speaksWhenTold?: boolean
}

/** Builds and starts everything; `recognise`, if given, tells the stand-in the words of a turn. */
export async function openLab(options: Parameters<typeof startStandin>[0] = {}) {
  const probe = await buildProbe()
  const files = {
    ...(await bundle('page.ts')),
    ...(await bundle('tap.worklet.ts')),
    [speechPath]: fs.readFileSync(speechFile),
  }
  const standin = await startStandin(options)
  const server = serve(files, standin)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await launchChromium()
  return {
    standin,
    /** Opens a page with one client, ready to start with that agent. */
    open: async (client: LabClientName, agentId: string, given: LabProbeOptions = {}): Promise<LabTalk> => {
      const { listens = true, speaksWhenTold = false, ...others } = given
      const page = await browser.newPage()
      const all: ProbeOptions = {
        ...others,
        isWithoutGateway: true,
        ...(listens && { tapUrl: '/tap.worklet.js' }),
        ...(speaksWhenTold && { speechUrl: speechPath }),
      }
      await page.addInitScript(`window.voiceProbeOptions = ${JSON.stringify(all)};\n${probe}`)
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
    },
  }
}

/** Builds the probe as one script that runs before everything else on a page. */
export async function buildProbe(): Promise<string> {
  return (await bundle('probe.ts'))['/probe.js'] ?? ''
}

/** Builds one file of the lab as the product's page is built. Returns plain scripts by their addresses. */
async function bundle(input: string): Promise<Record<string, string>> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: path.join(import.meta.dirname, input),
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput
  return Object.fromEntries(
    result.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]),
  )
}

/** Returns the commands to one page with one client. */
function talkOn(page: Page) {
  return {
    page,
    /** Returns when the button was pressed, by the page's clock. */
    start: () => page.evaluate(() => window.labClient!.start()),
    /** Types words. */
    say: (text: string) => page.evaluate((words) => window.labClient?.say(words), text),
    /** Speaks the question from the fixtures. */
    speak: () => page.evaluate(() => window.voiceProbe?.speak()),
    end: () => page.evaluate(() => window.labClient?.end()),
    state: (): Promise<LabState> => page.evaluate(() => window.labClient!.state),
    record: (): Promise<ProbeRecord> => page.evaluate(() => window.voiceProbe!.record),
    close: () => page.close(),
  }
}

const speechPath = '/question.wav'
const document = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script src="/page.js"></script>'

/** Serves the lab's files, and `/address` in place of the product's POST /api/sessions. */
function serve(files: Record<string, string | Buffer>, standin: TestStandin): http.Server {
  return http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lab')
    if (pathname === '/address') return void answerAddress(standin, searchParams.get('agent') ?? '', response)
    const file = pathname === '/' ? document : files[pathname]
    if (file === undefined) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': pathname === '/' ? 'text/html' : pathname.endsWith('.js') ? 'text/javascript' : 'audio/wav',
      // Isolated pages have a clock of 5 µs instead of 100 µs.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.end(file)
  })
}

async function answerAddress(standin: TestStandin, agentId: string, response: http.ServerResponse): Promise<void> {
  const { signed_url: signedUrl, conversation_id: id } = await standin.signedUrl(agentId)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id, conversationId: id, signedUrl }))
}
