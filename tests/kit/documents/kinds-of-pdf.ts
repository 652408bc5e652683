import { kindsIn, packed, unpacked } from './kinds-of-documents.ts'
import { encoded } from './legacy-text.ts'
import { makePdfOf } from './made-pdf.ts'

/** PDFs in the shapes that programs give them, each with what an agent gets of it (D199). */

const show = (text: string, y = 700, x = 72, size = 12, font = 'F1') =>
  `BT /${font} ${size} Tf ${x} ${y} Td ${text.startsWith('<') ? text : `(${text})`} Tj ET`
const field = (rest: string, rect = '180 695 400 712') =>
  `<< /Type /Annot /Subtype /Widget /Rect [${rect}] /F 4 ${rest} >>`
const asian = (encoding: string, ordering: string) =>
  `/F2 << /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 6 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>] >>`
const written = (font: string, hex: string) =>
  makePdfOf([`${show('Prices', 720)} ${show(`<${hex}>`, 700, 72, 12, 'F2')}`], { fonts: font })
const inBytes = (text: string, charset: string) => encoded(text, charset).toString('hex')
const sentence = 'The office opens at nine in the morning and closes at five.'
const words = show(sentence)
const scan = 'q 612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q'
const form = (label: string, annotations: string) => makePdfOf([show(label)], { annotations })
const check = (state: string, more = '') =>
  field(`/FT /Btn /V /${state} /AS /${state} /AP << /N << /Yes 1 0 R /Off 1 0 R >> >> ${more}`, '60 698 70 710')
const options = '/FT /Ch /Ff 131072 /Opt [[(r) (Red)] [(b) (Blue)]] /V (b)'

export const pdfKinds = kindsIn(
  `
PDF, text field: ${packed(form('Opening hours:', field('/FT /Tx /T (h) /V (9 to 5)')))} => Opening hours: 9 to 5
PDF, list: ${packed(form('Color:', field(options)))} => Color: Blue
PDF, ticked box: ${packed(form('Agreed', check('Yes')))} => [x] Agreed
PDF, empty box: ${packed(form('Agreed', check('Off')))} => [ ] Agreed
PDF, hidden field: ${packed(form('Seen', field('/FT /Tx /T (h) /V (HIDDEN)').replace('/F 4', '/F 2')))} => Seen
PDF, field under its label: ${packed(form('Name', field('/FT /Tx /T (n) /V (Ana)', '72 670 200 690')))} => Name Ana
PDF, text box: ${packed(makePdfOf([show('Seen')], { annotations: '<< /Type /Annot /Subtype /FreeText /Rect [72 500 300 520] /Contents (Closed on holidays) /DA (/F1 12 Tf) >>' }))} => Seen⏎Closed on holidays
PDF, struck out by a remark: ${packed(makePdfOf([show('Now 15 was 20 net')], { annotations: '<< /Type /Annot /Subtype /StrikeOut /Rect [100 690 200 720] /QuadPoints [116 712 154 712 116 697 154 697] >>' }))} => Now 15 net
PDF, raised mark: ${packed(makePdfOf([`${show('The fee is $10', 700)} ${show('1', 705, 148.5, 7)} ${show(' a month', 700, 156)}`]))} => The fee is $10 [1] a month
PDF, bold by a second print: ${packed(makePdfOf([`${show('Prices')} ${show('Prices', 700.3, 72.4)} ${show('are net', 700, 120)}`]))} => Prices are net
PDF, footnote: ${packed(makePdfOf([`${show('1', 705, 72, 7)} ${show('12 months', 700, 76)}`]))} => [1] 12 months
PDF, power: ${packed(makePdfOf([`${show('It has 12 m', 700)} ${show('2', 705, 131.5, 7)}`]))} => It has 12 m²
PDF in Chinese: ${packed(written(asian('UniGB-UCS2-H', 'GB1'), '670d52a14ef7683c'))} => Prices⏎服务价格
PDF in Japanese: ${packed(written(asian('90ms-RKSJ-H', 'Japan1'), inBytes('日本', 'shift_jis')))} => Prices⏎日本
PDF in Korean: ${packed(written(asian('KSCms-UHC-H', 'Korea1'), inBytes('가격', 'euc-kr')))} => Prices⏎가격
PDF in Taiwan: ${packed(written(asian('ETen-B5-H', 'CNS1'), inBytes('價格', 'big5')))} => Prices⏎價格
PDF, one page is a scan: ${packed(makePdfOf([words, scan, words]))} => ${sentence}⏎⏎${sentence} {1 of 3 pages is a picture and was not read.}
PDF, a blank page: ${packed(makePdfOf([words, 'q Q']))} => ${sentence}
PDF, scans with a stamp: ${packed(makePdfOf([`${scan} ${show('Scanned by Scanner')}`, `${scan} ${show('Scanned by Scanner')}`]))} => ! scanned
PDF, most pages are scans: ${packed(makePdfOf([words, scan, scan]))} => ! mostlyScanned
PDF, form of Adobe: ${packed(makePdfOf([show('Please wait... If this message is not replaced')], { catalog: '/AcroForm << /Fields [] /XFA [(a) (b)] >>' }))} => ! liveForm
PDF, title: ${packed(makePdfOf([show('Gold is 10.')], { trailer: '/Info << /Title (Prices of 2026) >>' }))} => [Prices of 2026] Gold is 10.
PDF of Word, idle title: ${packed(makePdfOf([show('Gold is 10.')], { trailer: '/Info << /Title (Microsoft Word - prices.docx) >>' }))} => Gold is 10.
PDF, a font without meanings: ${packed(makePdfOf([show('<0001000200030004>', 700, 72, 12, 'F2')], { fonts: asian('Identity-H', 'Identity') }))} => ! garbled
`,
  unpacked,
)
