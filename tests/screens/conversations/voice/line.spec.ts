import net from 'node:net'
import { expect, expectRow, page, sql, tagged, test as base, url } from '#tests/screens.ts'
import * as talking from './talking.ts'

/** The network between a browser and the server: a plain TCP relay with its own address that a test can cut. */
class NetworkLine {
  readonly #server = net.createServer((browser) => this.#connect(browser))
  readonly #open = new Set<net.Socket>()
  #isCut = false

  /** Opens the line. Returns its address, under which the whole product is reachable. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as net.AddressInfo).port}`
  }

  /** Lets nothing pass from now on, and resets what is open. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#open) socket.resetAndDestroy()
  }

  mend(): void {
    this.#isCut = false
  }

  close(): void {
    this.cut()
    this.#server.close()
  }

  #connect(browser: net.Socket): void {
    if (this.#isCut) return void browser.resetAndDestroy()
    const server = net.connect(Number(new URL(url).port), '127.0.0.1')
    const join = (from: net.Socket, to: net.Socket) => {
      this.#open.add(from)
      from.on('error', () => {})
      from.on('data', (chunk) => to.write(chunk))
      from.on('close', () => {
        this.#open.delete(from)
        to.destroy()
      })
    }
    join(browser, server)
    join(server, browser)
  }
}

/** The page reaches the product over a line that the test can cut. */
const test = base.extend<{ line: NetworkLine }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  line: async ({}, use) => {
    const line = new NetworkLine()
    await use(line)
    line.close()
  },
  context: async ({ browser, line }, use) => {
    const context = await browser.newContext({ baseURL: await line.open(), locale: 'en-US' })
    await use(context)
    await context.close()
  },
})

// The browser itself reports what a cut line breaks.
test.use({ expectedNoise: /net::ERR_|WebSocket connection to/ })

test('a cut line is Connection Lost, and Resume goes on', tagged('gate S166 S265 D75 D76'), async ({ line }) => {
  const talker = await talking.becomeTalker()
  await talking.watchMicrophones()
  const dialog = await talking.startTalking()
  await expect(dialog.getByRole('timer')).toHaveText(/[2-9]$/)
  line.cut()
  await expect(dialog).toContainText('Connection lost. Trying again…')
  await expectRow(page, 'S265')
  await expect.poll(talking.microphones).toEqual(['ended'])
  line.mend()
  // The server settles by itself, at the last byte it received: under 10 seconds, so for free.
  const newest = async () => (await talking.conversationsOf(talker))[0]
  await expect.poll(async () => (await newest())?.status, { timeout: 30_000 }).not.toBe('active')
  const lost = await newest()
  expect(lost?.charged_ms).toBe(0)
  const balance = 'select (monthly_ms + purchased_ms)::int as ms from account where id = $1'
  expect(await sql(balance, [talker.accountId])).toEqual([{ ms: 150 * 60_000 }])
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect(await newest()).toMatchObject({ status: 'active', resume_of: lost?.id })
})
