import type pg from 'pg'
import { makePdf } from '../tests/kit/documents/made-pdf.ts'
import { callAs, freeAgentId } from './people.ts'
import { percentile, plain, type Row } from './report.ts'

const pages = 60
const linesOfPage = 40
/** A text of the usual length: about 3,000 characters on a page. */
const line = 'The quick brown fox jumps over the lazy dog near the old pier at nine in the morning.'
const readings = 3
const quietCalls = 400
const filled = 10_000
const documentsOfAgent = 30
const listCalls = 200

/**
 * Measures what documents cost: how long a long PDF takes to be read, what other calls feel of it beside the same calls
 * in quiet, and lists and searches among many.
 */
export async function benchKnowledge(url: string, cookie: string, owner: pg.Client): Promise<Row[]> {
  const agentId = await freeAgentId(owner)
  const quiet = await timeCalls(url, cookie, { atLeast: quietCalls })
  const readMs: number[] = []
  const meanwhile: number[] = []
  for (let round = 0; round < readings; round++) {
    const calls = new AbortController()
    const timed = timeCalls(url, cookie, { until: calls.signal })
    readMs.push(await readPdf(url, cookie, owner, agentId))
    calls.abort()
    meanwhile.push(...(await timed))
  }
  const base = `/api/agents/${await fill(owner)}/documents`
  const listed = await timeCalls(url, cookie, { atLeast: listCalls, path: base })
  const searched = await timeCalls(url, cookie, { atLeast: listCalls, path: `${base}?search=handbook+1` })
  const [p95Quiet, p95Meanwhile] = [percentile(quiet, 0.95), percentile(meanwhile, 0.95)]
  return [
    plain(
      `A PDF of ${pages} pages, from upload to its text, the slowest of ${readings}`,
      Math.max(...readMs),
      ' ms',
      '<= 5,000 ms',
    ),
    {
      name: 'GET /api/auth/user meanwhile, p95',
      value: p95Meanwhile,
      unit: ' ms',
      ratio: p95Meanwhile / p95Quiet,
      goal: '<= 1.5',
    },
    plain(
      `Documents of an agent among ${filled.toLocaleString('en')}, listed, p95`,
      percentile(listed, 0.95),
      ' ms',
      '<= 150 ms',
    ),
    plain('The same, searched by title, p95', percentile(searched, 0.95), ' ms', '<= 150 ms'),
  ]
}

/** Uploads a PDF. Returns the milliseconds until its text is there. */
async function readPdf(url: string, cookie: string, owner: pg.Client, agentId: string): Promise<number> {
  const document = makePdf(Array.from({ length: pages }, () => Array.from({ length: linesOfPage }, () => line)))
  const form = new FormData()
  form.set('file', new File([new Uint8Array(document)], 'handbook.pdf'))
  const startedAt = performance.now()
  const answer = await fetch(`${url}/api/agents/${agentId}/documents`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  })
  const { id } = (await answer.json()) as { id?: string }
  if (!id) throw new Error(`The upload answered ${answer.status}`)
  for (;;) {
    const { rows } = await owner.query<{ state: string }>('select state from agent_document where id = $1', [id])
    if (rows[0]?.state === 'failed') throw new Error('The PDF was not read')
    if (rows[0]?.state !== 'reading') return performance.now() - startedAt
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Makes a call over and over, one after the other. Returns the milliseconds of each. */
async function timeCalls(
  url: string,
  cookie: string,
  { atLeast = 1, path = '/api/auth/user', until }: { atLeast?: number; path?: string; until?: AbortSignal },
): Promise<number[]> {
  const took: number[] = []
  while (took.length < atLeast || (until && !until.aborted)) {
    const startedAt = performance.now()
    await callAs(url, cookie, 'GET', path)
    took.push(performance.now() - startedAt)
  }
  return took
}

/** Gives new agents as many documents as they may have, until there are enough. Returns one of the agents. */
async function fill(owner: pg.Client): Promise<string> {
  await owner.query(
    `with made as (
       insert into agent (name, description, category, is_active, is_premium, price, rating_tenths, system_prompt,
         first_message, created_at, updated_at)
       select 'Reader ' || place, '', 'Operations', true, false, '0.00', 45, '', '', now(), now()
       from generate_series(1, $1) as place returning id)
     insert into agent_document (agent_id, title, kind, text, state, created_at, updated_at)
     select made.id, 'Handbook ' || place, 'text', repeat($2, 40), 'ready', now(), now()
     from made cross join generate_series(1, $3) as place`,
    [Math.ceil(filled / documentsOfAgent), line, documentsOfAgent],
  )
  await owner.query('analyze agent_document')
  const { rows } = await owner.query<{ id: string }>("select id from agent where name = 'Reader 1'")
  return rows[0]?.id ?? ''
}
