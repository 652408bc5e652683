/** Why a file cannot be read, in words for the person who chose it. */
export class Refusal extends Error {}

/** The longest text of one document, in characters; the provider takes no more for one prompt. */
export const longestText = 300_000
export const largestFileBytes = 20 * 1024 * 1024

export const refusals = {
  empty: 'There is no text in this file.',
  scanned: 'This PDF holds pictures of pages and no text. Export it with text, or run text recognition first.',
  protected: 'This file is protected with a password. Remove the password and upload it again.',
  copyProtected: 'This book is protected against copying, so that it cannot be read.',
  damaged: 'This file is damaged or not what its name says. Open it, save it again, and upload that.',
  notText: 'This file is not text. Upload a PDF, a Word file (.docx), an EPUB, a web page, Markdown or plain text.',
  program: 'This is a program and not a document.',
  oldWord: 'This is an old Word file (.doc), or one with a password. Save it as .docx without a password.',
  archive: 'This is an archive and not a document. Upload the documents in it one by one.',
  tooLarge: 'The file is larger than 20 MB. Split it into smaller documents.',
  unpacksTooLarge: 'What is packed in this file is too large to be read. Split it into smaller documents.',
  tooLong: 'The text is longer than 300,000 characters. Split it into smaller documents.',
  tooDeep: 'The page is nested too deeply to be read.',
  tooManyPages: 'The PDF has more than 2,000 pages. Split it into smaller documents.',
  tooSlow: 'Reading this file took too long. Split it into smaller documents, or save it as plain text.',
  interrupted: 'Reading was interrupted. Upload the file again.',
} as const
