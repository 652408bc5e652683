import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { registerControl } from './control-page.ts'
import { openControl } from './control.ts'
import { elevenLabsStandin } from '@luna/fake-elevenlabs/plugin.ts'
import { registerMailbox } from '@luna/fake-mail/mailbox-page.ts'
import { openMailbox } from '@luna/fake-mail/mailbox.ts'
import { openStore } from '@luna/standin-kit/journal.ts'
import { servePageFiles } from '@luna/standin-kit/page-files.ts'
import { PAGES_FOLDER } from '@luna/standin-kit/page.ts'
import { createStripeStandin } from '@luna/fake-stripe/plugin.ts'

type StandinsOptions = {
  /** The folder of the stand-ins' files, created when missing. */
  directory: string
  /** 0 takes a free one. */
  port?: number
  smtpPort?: number
  /** Address of the server that receives the webhooks. */
  appUrl: string
  /** Returns whether the voice service may read pages from a network address; from public ones only when omitted. */
  mayReach?: (address: string) => boolean
}

export type Standins = {
  port: number
  smtpPort: number
  url: string
  stripeWebhookSecret: string
  elevenLabsWebhookSecret: string
  setAppUrl(url: string): void
  close(): Promise<void>
}

/** Starts Stripe, ElevenLabs, the mail server and the pages on loopback. Everything they receive survives a restart. */
export async function startStandins(options: StandinsOptions): Promise<Standins> {
  const { appUrl, directory, mayReach, port = 0, smtpPort = 0 } = options
  const secrets = readSecrets(directory)
  const control = openControl(directory)
  const mailbox = await openMailbox(directory, smtpPort, control.nowMs)
  const stripe = createStripeStandin({
    directory,
    switches: {
      nowMs: control.nowMs,
      takeCardOutcome: control.takeCardOutcome,
      webhooks: () => control.switches().webhooks,
      apiFault: () => control.switches().apiFault.stripe,
    },
    webhookSecret: secrets.stripe,
    appUrl,
  })
  control.onAdvance(stripe.passTime)
  control.onAction(stripe.act)
  const voice = elevenLabsStandin({
    directory: join(directory, 'elevenlabs'),
    voiceFault: control.voiceFault,
    apiFault: () => control.switches().apiFault.elevenlabs,
    service: () => control.switches().voiceService,
    webhookSecret: secrets.elevenLabs,
    appUrl,
    now: control.nowMs,
    mayReach,
  })

  const app = createApp()
  await app.register(stripe.plugin)
  await app.register(voice.routes)
  registerMailbox(app, mailbox)
  registerControl(app, control, stripe)
  servePageFiles(app, PAGES_FOLDER)
  app.server.on('upgrade', (request, socket, head) => {
    if (!voice.handleUpgrade(request, socket, head)) socket.destroy()
  })
  await app.listen({ host: '127.0.0.1', port })

  const address = app.server.address() as AddressInfo
  return {
    port: address.port,
    smtpPort: mailbox.smtpPort,
    url: `http://127.0.0.1:${address.port}`,
    stripeWebhookSecret: secrets.stripe,
    elevenLabsWebhookSecret: secrets.elevenLabs,
    setAppUrl(url) {
      stripe.setAppUrl(url)
      voice.setAppUrl(url)
    },
    async close() {
      // Conversations first: an open socket would keep the server from closing.
      await voice.close()
      await app.close()
      await Promise.all([mailbox.close(), stripe.close()])
      control.close()
    },
  }
}

function createApp(): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    // The browser puts the service's name before its path; the services' own SDKs do not.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/(?:stripe|elevenlabs)(?=\/v[12]\/)/, ''),
  })
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`
    return reply.code(404).send({ error: { type: 'invalid_request_error', message } })
  })
  return app
}

type Secrets = { stripe: string; elevenLabs: string }

/** Returns the secrets that sign webhooks, created once and then kept. */
function readSecrets(directory: string): Secrets {
  const store = openStore(join(directory, 'secrets.jsonl'))
  const secrets = store.get<Secrets>('secrets', 'webhooks') ?? {
    stripe: `whsec_${randomBytes(24).toString('hex')}`,
    elevenLabs: `wsec_${randomBytes(24).toString('hex')}`,
  }
  store.put('secrets', 'webhooks', secrets)
  store.flush()
  store.close()
  return secrets
}
