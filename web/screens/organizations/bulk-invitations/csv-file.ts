/** A list of 500 people with their names never needs more. */
const mostBytes = 1_000_000

/**
 * Returns the text of a chosen file. Some spreadsheets still write the older Windows encoding.
 *
 * @throws Error with a message for the person when the file is too large or is not text
 */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > mostBytes) throw new Error('This file is larger than 1 MB. Please split your list.')
  const bytes = await file.arrayBuffer()
  if (new Uint8Array(bytes).includes(0)) {
    throw new Error("This isn't a CSV file. In your spreadsheet, choose “Save As” and pick CSV.")
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
