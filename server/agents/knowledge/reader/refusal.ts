/** Why a file cannot be read, in words for the person who chose it. */
export class Refusal extends Error {}

/** The longest text of one document, in characters; the provider takes no more for one prompt. */
export const longestText = 300_000
export const largestFileBytes = 20 * 1024 * 1024

export const refusals = {
  empty: 'There is no text in this file.',
  scanned: 'This PDF holds pictures of pages and no text. Export it with text, or run text recognition first.',
  mostlyScanned:
    'Most pages of this PDF are pictures without text. Export it with text, or run text recognition first.',
  picture: 'This is a picture. Run text recognition and upload its text, or type the text.',
  pictures: 'This file holds pictures and no text. Run text recognition and upload its text, or type the text.',
  garbled:
    'Most characters of this file cannot be read. Save it in another form, such as .docx, or run text recognition first.',
  liveForm: 'This PDF is a form that only Adobe’s programs show. Print it as PDF there, and upload that.',
  protected: 'This file is protected with a password. Remove the password and upload it again.',
  copyProtected: 'This book is protected against copying, so that it cannot be read.',
  damaged: 'This file is damaged or not what its name says. Open it, save it again, and upload that.',
  notText: 'This file is not text. Upload a PDF, a Word file (.docx), an EPUB, a web page, Markdown or plain text.',
  program: 'This is a program and not a document.',
  oldWord: 'This is an old Word file (.doc), or one with a password. Save it as .docx without a password.',
  richText: 'This is a rich text file (.rtf). Save it as .docx or PDF and upload that.',
  openText: 'This is an OpenDocument text (.odt). Save it as .docx or PDF and upload that.',
  wordXml: 'This is a Word file in the form of XML. Save it as .docx or PDF and upload that.',
  presentation: 'This is a presentation. Save it as PDF and upload that.',
  spreadsheet: 'This is a spreadsheet. Save it as PDF and upload that, or paste its cells as text.',
  pages: 'This is a file of Pages, Numbers or Keynote. Export it as PDF and upload that.',
  printout: 'This is a PostScript file. Save it as PDF and upload that.',
  mail: 'This is an e-mail or a web archive. Save it as PDF and upload that.',
  embedded:
    'The text of this Word file is embedded as another document. Open it in Word, save it again, and upload that.',
  archive: 'This is an archive and not a document. Upload the documents in it one by one.',
  tooLarge: 'The file is larger than 20 MB. Split it into smaller documents.',
  unpacksTooLarge: 'What is packed in this file is too large to be read. Split it into smaller documents.',
  tooLong: 'The text is longer than 300,000 characters. Split it into smaller documents.',
  tooDeep: 'The page is nested too deeply to be read.',
  tooManyPages: 'The PDF has more than 2,000 pages. Split it into smaller documents.',
  tooSlow: 'Reading this file took too long. Split it into smaller documents, or save it as plain text.',
  interrupted: 'Reading was interrupted. Upload the file again.',
} as const
