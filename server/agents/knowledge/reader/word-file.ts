/** The text of a Word file. */
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { Refusal, refusals } from './refusal.ts'
import { textOfPage } from './web-page.ts'

/** Returns whether an entry holds words or says where they are. Pictures and embedded files are left out. */
export function isWordPart(name: string): boolean {
  return name === '[Content_Types].xml' || name.endsWith('.rels') || /^word\/[^/]+\.xml$/.test(name)
}

/** Returns the text of the entries of a Word file, whose sizes were checked before. */
export async function textOfWord(entries: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const archive = zipSync(Object.fromEntries(entries), { level: 0 })
  try {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(archive) }, { externalFileAccess: false })
    return textOfPage(value)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(refusals.damaged)
  }
}
