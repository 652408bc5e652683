import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sampleConversationOf } from '../../../../server/seed/starters.ts'
import { seedAgents } from '../../../../server/seed/agents.ts'
import { Speech } from '@luna/fake-elevenlabs/speech/speech.ts'
import { expect, type Page, test } from '../../fixtures.ts'
import { inBrowser } from './own-browser.ts'
import { becomeTalker } from './talkers.ts'
import * as talking from './talking.ts'

const rateHz = 16_000

/** Records quiet, these words, and quiet again, for a browser's fake microphone, which plays it in a loop. */
async function record(words: string, file: string): Promise<void> {
  const speech = new Speech()
  const pcm = await speech.say(words, { voice: 'rms', slowness: 1 })
  await speech.close()
  const sound = Buffer.concat([Buffer.alloc(2 * 4 * rateHz), pcm, Buffer.alloc(2 * 30 * rateHz)])
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + sound.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rateHz, 24)
  header.writeUInt32LE(rateHz * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(sound.length, 40)
  fs.writeFileSync(file, Buffer.concat([header, sound]))
}

test('a spoken question is written down and answered by its content', async () => {
  const agent = seedAgents.find(({ name }) => name === talking.agentName)
  if (!agent) throw new Error('no such agent')
  const answer = sampleConversationOf(agent.slug, agent.systemPrompt)[2]?.answer ?? ''
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-hearing-'))
  const file = path.join(directory, 'question.wav')
  await record('Please tell me more about setbacks.', file)
  const microphone = [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${file}`,
  ]
  const ask = async (page: Page): Promise<void> => {
    await becomeTalker(page)
    const dialog = await talking.startTalking(page)
    await dialog.getByRole('button', { name: 'Show full transcript' }).click()
    const log = dialog.getByRole('log', { name: 'Transcript' })
    await expect(log).toContainText('Please tell me more about setbacks.', { timeout: 60_000 })
    await expect(log).toContainText(answer)
  }
  await talking.withHearing(() => inBrowser(microphone, ask))
  fs.rmSync(directory, { recursive: true })
})
