import type { Page } from '@playwright/test'
import type { Sound } from '#contract/agents/sounds.ts'

const rateHz = 8000

/** Returns a sound as the server names it: four words that begin half a second after each other. */
export function soundOf(name: string, text = 'These are four words.', voice = 'Clara'): Sound {
  const wordStartsMs = text.split(' ').map((_, place) => place * 500)
  const durationMs = wordStartsMs.length * 500
  return {
    url: `/api/agents/${name}/sounds/${name}`,
    text,
    durationMs,
    wordStartsMs,
    voice: { name: voice, languages: ['en'] },
  }
}

/** Lets every sound of the page be a quiet tone of `seconds`; returns which were asked for so far. */
export async function serveSounds(page: Page, seconds = 2): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/api/agents/*/sounds/*', async (route) => {
    asked.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
    await route.fulfill({ status: 200, contentType: 'audio/wav', body: tone(seconds) })
  })
  return asked
}

function tone(seconds: number): Buffer {
  const samples = Int16Array.from({ length: seconds * rateHz }, (_, at) => 600 * Math.sin(at / 6))
  return wavOf(rateHz, Buffer.from(samples.buffer))
}

/** Returns a WAV file, 16-bit mono. */
export function wavOf(hz: number, sound: Buffer): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + sound.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(hz, 24)
  header.writeUInt32LE(hz * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(sound.length, 40)
  return Buffer.concat([header, sound])
}

/** Notes every player that the page makes and every word that lights up. */
export async function watchPlayers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const players: HTMLAudioElement[] = []
    const words: string[] = []
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof Element && target.getAttribute('data-word') === 'now')
          words.push(target.textContent.trim())
    }).observe(document, { subtree: true, attributeFilter: ['data-word'] })
    const Original = window.Audio
    Object.assign(window, {
      players,
      words,
      Audio: function Player(address?: string) {
        const player = new Original(address)
        players.push(player)
        return player
      },
    })
  })
}

/** Returns the words that have lit up so far. */
export function readWords(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as { words?: string[] }).words ?? [])
}

/** Returns the state of the page's players: how many there are, and what the first one does. */
export function readPlayer(page: Page) {
  return page.evaluate(() => {
    const { players = [] } = window as { players?: HTMLAudioElement[] }
    const [player] = players
    return {
      count: players.length,
      isPlaying: player !== undefined && !player.paused,
      isMuted: player === undefined || player.muted || player.volume === 0,
      seconds: player?.currentTime ?? 0,
    }
  })
}

/** Gives an agent a greeting, a question and an answer to be heard, each a quiet tone of four seconds. */
export async function giveSounds(sql: (text: string, values: unknown[]) => Promise<unknown>, agent: string) {
  for (const [line, voice] of [
    ['greeting', 'victor'],
    ['question-0', 'clara'],
    ['answer-0', 'victor'],
  ] as const) {
    await sql(
      `with made as (
         insert into sound (hash, type, bytes, text, duration_ms, word_starts_ms, created_at)
         values (rpad($1, 32, '-'), 'audio/wav', $2, 'One two three four five six seven eight', 4000,
           '{0,500,1000,1500,2000,2500,3000,3500}', now())
         on conflict do nothing)
       insert into agent_sound (agent_id, line, hash, voice_id)
       select id, $1, rpad($1, 32, '-'), $3 from agent where name = $4 on conflict do nothing`,
      [line, tone(4), voice, agent],
    )
  }
}
