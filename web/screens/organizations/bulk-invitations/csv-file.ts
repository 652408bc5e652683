/** More than 500 people with their names never need. */
const mostBytes = 1_000_000

/**
 * The text of a chosen file. Spreadsheets also write the older encoding of Windows.
 *
 * @throws Error with a message for the person when it is no text file, or a huge one
 */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > mostBytes) throw new Error('This file is larger than 1 MB. Please split your list.')
  const bytes = await file.arrayBuffer()
  if (new Uint8Array(bytes).includes(0)) {
    throw new Error('This is no CSV file. In your spreadsheet, choose “Save as” and the type CSV.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
