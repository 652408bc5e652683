import { strToU8 } from 'fflate'
import { encoded } from './legacy-text.ts'
import { makeArchive, makeBook, makeWordOf, wordPart } from './made-archives.ts'

/** Documents in the shapes that programs give them, each with what an agent gets of it (D199). */

/** A file's name, bytes and result: `[title] text {what was not read}` with ⏎ for a new line, or `! reason`. */
export type Kind = [name: string, file: Buffer, becomes: string]

/** Returns a file as text, to be written in a line. */
export const packed = (file: Buffer): string => file.toString('base64')
export const unpacked = (text: string): Buffer => Buffer.from(text, 'base64')

/** Reads lines of `name: source => what it becomes`, and makes their files. */
export function kindsIn(lines: string, make: (source: string, name: string) => Buffer): Kind[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', source = '', becomes = ''] = /^(.+?): (.*) => (.*)$/.exec(line) ?? []
      return [name, make(source, name), becomes]
    })
}

const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const p = (...runs: string[]) => `<w:p>${runs.map((text) => (text.startsWith('<') ? text : run(text))).join('')}</w:p>`
const styled = (style: string, ...runs: string[]) => p(`<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`, ...runs)
const cell = (content: string, properties = '') =>
  `<w:tc>${properties && `<w:tcPr>${properties}</w:tcPr>`}${content.startsWith('<') ? content : p(content)}</w:tc>`
const table = (...rows: string[][]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((text) => (text.startsWith('<w:tc>') ? text : cell(text))).join('')}</w:tr>`).join('')}</w:tbl>`
const up = (text: string) => run(text, '<w:vertAlign w:val="superscript"/>')
const control = (properties: string, content: string) =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
const box = (text: string) => `<w:txbxContent>${p(text)}</w:txbxContent>`
const drawn = (frame: string, content: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" ${frame}/><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
const picture = '<pic:pic><pic:blipFill><a:blip r:embed="none"/></pic:blipFill></pic:pic>'
const shape = `<wps:wsp><wps:txbx>${box('In a box')}</wps:txbx></wps:wsp>`
const field = (kind: string, more = '') => `<w:r><w:fldChar w:fldCharType="${kind}">${more}</w:fldChar></w:r>`
const list = '<w:ddList><w:result w:val="1"/><w:listEntry w:val="Red"/><w:listEntry w:val="Blue"/></w:ddList>'

const styles = wordPart(
  'styles',
  `<w:style w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>
  <w:style w:styleId="More"><w:name w:val="More"/><w:basedOn w:val="Secret"/></w:style>
  <w:style w:styleId="High"><w:name w:val="High"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>
  <w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
  <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>`,
)
const footnotes = wordPart(
  'footnotes',
  `<w:footnote w:id="2">${p('Plus tax', run(' secretly', '<w:vanish/>'))}</w:footnote>`,
)
const pageNumber = [field('begin'), '<w:r><w:instrText>PAGE</w:instrText></w:r>', field('separate'), run('3')]
const frames = {
  header: wordPart('hdr', p('Acme, 1 Main Street')),
  footer: wordPart('ftr', p('Page ', ...pageNumber, ' of 9') + p('Open from 9 to 5')),
}

export const wordKinds = kindsIn(
  `
Word, hidden run: ${p('Before. ', run('HIDDEN', '<w:vanish/>'), 'After.')} => Before. After.
Word, hidden by a style of characters: ${p('Seen', run('HIDDEN', '<w:rStyle w:val="More"/>'))} => Seen
Word, hidden by a style of paragraphs: ${styled('Secret', 'HIDDEN', run('Seen', '<w:vanish w:val="0"/>'))} => Seen
Word, struck out: ${p('Now 15', run(' was 20', '<w:strike/>'), run(' was 25', '<w:dstrike/>'), run(' net', '<w:strike w:val="false"/>'))} => Now 15 net
Word, tracked changes: ${p(`<w:ins>${run('New')}</w:ins>`, `<w:del><w:r><w:delText>OLD</w:delText></w:r></w:del>`, `<w:moveFrom>${run('OLD')}</w:moveFrom>`)} => New
Word, hidden and deleted rows: <w:tbl><w:tr><w:trPr><w:hidden/></w:trPr>${cell('HIDDEN')}</w:tr><w:tr><w:trPr><w:del/></w:trPr>${cell('OLD')}</w:tr><w:tr>${cell('Gold')}${cell('10')}</w:tr></w:tbl> => | Gold | 10 |
Word, raised marks and powers: ${p('$10', up('1'), ' for 12 m', up('2'), ' and 10', up('3'), ' kg, the 1', up('st'))} => $10 [1] for 12 m² and 10^3 kg, the 1st
Word, raised by a style: ${p('$10', run('1', '<w:rStyle w:val="High"/>'))} => $10 [1]
Word, raised by its position: ${p('$10', run('1', '<w:position w:val="8"/><w:sz w:val="14"/>'))} => $10 [1]
Word, footnote: ${p('$10', '<w:r><w:footnoteReference w:id="2"/></w:r>')} => $10 [1]⏎⏎1. Plus tax
Word, cell of several paragraphs: ${table([cell(p('Basic') + p('two lines')), cell(p('$10', '<w:r><w:br/></w:r>', 'net'))])} => | Basic two lines | $10 net |
Word, cells over rows and columns: ${table([cell('Gold', '<w:vMerge w:val="restart"/>'), 'Mon', '1'], [cell('', '<w:vMerge/>'), 'Tue', '2'], [cell('All', '<w:gridSpan w:val="2"/>'), '3'])} => | Gold | Mon | 1 |⏎| Gold | Tue | 2 |⏎| All | | 3 |
Word, table in a table: ${table(['Gold', cell(table(['Mon', '1'], ['Tue', '2']) + p(''))])} => | Gold | Mon, 1; Tue, 2 |
Word, content controls: ${p('Color: ', control('<w:dropDownList/>', run('Blue')), control('<w:showingPlcHdr/>', run('Choose an item.')), control('<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>', run('☒')), 'Agreed')} => Color: Blue[x] Agreed
Word, simple fields: ${p('By ', `<w:fldSimple w:instr=" AUTHOR ">${run('Ana')}</w:fldSimple>`, `<w:smartTag>${run(' in ')}</w:smartTag>`, `<w:dir w:val="rtl">${run('Berlin')}</w:dir>`)} => By Ana in Berlin
Word, list of an old form: ${p('Color: ', field('begin', `<w:ffData>${list}</w:ffData>`), '<w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r>', field('end'))} => Color: Blue
Word, text box of Word 2019: ${p('Around', `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor>${shape}</wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${box('In a box')}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`)} => Around⏎⏎In a box
Word, text box without another form: ${p('Around', `<w:r><w:drawing><wp:anchor>${shape}</wp:anchor></w:drawing></w:r>`)} => Around⏎⏎In a box
Word 2003, text box: ${p('Around', `<w:r><w:pict><v:shape><v:textbox>${box('In a box')}</v:textbox></v:shape></w:pict></w:r>`)} => Around⏎⏎In a box
Word, header and footer: ${p('Our prices')}<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:headerReference w:type="even" r:id="header"/><w:footerReference w:type="default" r:id="footer"/></w:sectPr> => Acme, 1 Main Street⏎⏎Our prices⏎⏎Open from 9 to 5
Word, title: ${styled('Titel', 'Prices of 2026')}${p('Gold is 10.')} => [Prices of 2026] # Prices of 2026⏎⏎Gold is 10.
Word in German, heading: ${p('Intro')}${styled('berschrift1', 'Unsere Preise')} => [Unsere Preise] Intro⏎⏎# Unsere Preise
Word, described picture: ${p('Map:', drawn('descr="The way to us"', picture))} => Map: The way to us
Word, pictures without words: ${p('Map:', drawn('', picture), drawn('descr="image1.png"', picture))} => Map: {2 pictures were not read.}
Word, chart and formula: ${p('Sales', drawn('', '<c:chart r:id="c"/>'), '<m:oMath><m:r><m:t>x2</m:t></m:r></m:oMath>')} => Sales {1 chart or diagram was not read. 1 formula was not read.}
Word, nothing but a picture: ${p(drawn('', picture))} => ! pictures
Word of a script, nothing but a part: <w:altChunk r:id="x"/> => ! embedded
Word, breaks and signs: ${p('One', '<w:r><w:cr/></w:r>', 'two', '<w:r><w:noBreakHyphen/><w:t>three</w:t><w:softHyphen/><w:t>four</w:t></w:r>')} => One⏎two‑threefour
Word in Japanese, reading aids: ${p('<w:r><w:ruby><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby></w:r>', 'です')} => 漢字(かんじ)です
`,
  (body) => makeWordOf(body, { styles, footnotes, ...frames }),
)

const table2 = (attributes: string, ...rows: string[]) =>
  `<table ${attributes}>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`
const docs = '<style>.c1{vertical-align:super}.c2{text-decoration:line-through}@import url(x);.c3{display:none}</style>'

export const pageKinds = kindsIn(
  `
HTML, hidden in each way: <p>Seen<i hidden> A</i><i style="display: none"> B</i><i style="visibility:hidden"> C</i><i aria-hidden=true> too</i></p><template>D</template><dialog>E</dialog> => Seen too
HTML, hidden by a sheet: <style>/* {} */ .a{display:none} .a.on{display:block} @media print{p{display:none}} @media (max-width:9px){.b{display:none}}</style><p class=a>A</p><p class="a on">Open</p><p class=b>Seen</p> => Open⏎⏎Seen
HTML, struck out: <p>Now 15<s> A</s><strike> B</strike><del> C</del><span style="text-decoration:line-through"> D</span> <ins>net</ins></p> => Now 15 net
HTML, raised and lowered: <p>$10<sup>1</sup>, $10<sup><a href="#f">2</a></sup>, 12 m<sup>2</sup>, 10<sup>3</sup> kg, H<sub>2</sub>O, 10<sub>2</sub>, 1<sup>st</sup></p> => $10 [1], $10 [2], 12 m², 10^3 kg, H2O, 10_2, 1st
Google Docs, web page: <html><head>${docs}</head><body><p>$10<span class="c1">1</span> <span class="c2">$12</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup> a month<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a>A remark</p></div></body></html> => $10 [1] a month [1]
LibreOffice, footnotes of a web page: <p>Gold is $10<a class="sdfootnoteanc" href="#s1"><sup>1</sup></a>. See <a href="#p">2</a>, <a href="#m">in m<sup>2</sup></a>.</p><p><a class="sdfootnotesym" href="#a1">1</a>12 months</p><p><sup>2</sup>24 months</p> => Gold is $10 [1]. See 2, in m².⏎⏎[1] 12 months⏎⏎[2] 24 months
HTML, cells of several lines: ${table2('', '<th>Plan<th>Price', '<td><p>Basic</p><p>two lines</p><td>$10<br>net')} => | Plan | Price |⏎| Basic two lines | $10 net |
HTML, cells over rows and columns: ${table2('', '<th rowspan=2>Gold<td>Mon<td>1', '<td>Tue<td>2', '<td colspan=2>All<td>3').replace('<tr>', '<caption>Prices</caption><tr>')} => Prices⏎| Gold | Mon | 1 |⏎| Gold | Tue | 2 |⏎| All | | 3 |
HTML, table in a cell: ${table2('border=1', `<td>Gold<td>${table2('', '<td>Mon<td>1', '<td>Tue<td>2')}`)} => | Gold | Mon, 1; Tue, 2 |
E-mail, tables that arrange it: <div style="display:none;max-height:0">Preheader</div>${table2('border=0 cellpadding=0 cellspacing=0', `<td><img src=x width=1 height=1><td>${table2('role=presentation', '<td><h1>Hello</h1><p>Text</p>', '<td>Bye')}${table2('', '<td>Gold<td>$10')}`)} => [Hello] # Hello⏎⏎Text⏎⏎Bye⏎⏎| Gold | $10 |
HTML, forms: <label>Name <input value="Ana"></label> <input type=checkbox checked>Yes <input type=radio>No <input type=password value=p><input type=hidden value=h><select><option>Red<option selected>Blue</select><textarea>Free text</textarea><button>Send</button> => Name Ana [x] Yes [ ] No Blue Free text
HTML, pictures: <p>A <img alt="Map of the town" src=a> B <img alt="" src=a> <img alt="map.png" src=a> C <img src=a></p> => A Map of the town B C {2 pictures were not read.}
HTML, title: <title>Prices of 2026</title><h1>Other</h1> => [Prices of 2026] # Other
HTML, idle title: <title>Untitled document</title><h1>Our <b>prices</b></h1> => [Our prices] # Our prices
HTML, open tags: <ul><li>One<li>Two</ul><p>Three<p>Four <q>five</q><details><summary>Six</summary>Seven</details> => - One⏎- Two⏎⏎Three⏎⏎Four “five”⏎⏎Six⏎⏎Seven
HTML, a tag without an end: <p>Seen</p> 5 < 6 <p class="HIDDEN => Seen⏎⏎5 < 6
HTML, reading aids and formulas: <p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>です <math><mi>x</mi></math></p> => 漢字(かんじ)です {1 formula was not read.}
Word, saved as a web page: <html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset=utf-8><style><!-- .X{display:none} --></style><!--[if gte mso 9]><xml>OFFICE</xml><![endif]--></head><body><p class=MsoNormal>Seen<o:p></o:p><span class=X>A</span></p><![if !supportLists]><p>·&nbsp;One</p><![endif]></body></html> => Seen⏎⏎· One
HTML, nothing but a picture: <img src=scan> => ! pictures
`,
  (source) => Buffer.from(source),
)

const pageIn = (charset: string, declaration: string) => (text: string) =>
  Buffer.concat([Buffer.from(declaration), encoded(text, charset)])
const russian = 'Привет, это наши цены на следующий год. Магазин открыт с девяти до пяти часов.'
const japanese = '料金は十円です。お店は朝九時から夕方五時まで開いています。'
const chinese = '服务价格十元。商店的营业时间是早上九点到下午五点，欢迎光临。'
const taiwanese = '服務價格十元。商店的營業時間是早上九點到下午五點，歡迎光臨。'
const korean = '서비스 가격은 십 원입니다. 가게는 아침 아홉 시부터 저녁 다섯 시까지 엽니다.'
const czech = 'Příliš žluťoučký kůň úpěl ďábelské ódy'
const texts: [charset: string, text: string, declaration?: string][] = [
  ['windows-1251', 'Привет', '<meta charset="windows-1251"><p>'],
  ['windows-1250', czech, '<meta http-equiv="Content-Type" content="text/html; charset=windows-1250"><p>'],
  ['windows-1253', 'Γειά σου', '<META CHARSET=windows-1253><p>'],
  ['windows-1255', 'שלום', '<meta charset="windows-1255"><p>'],
  ['windows-1256', 'مرحبا', "<meta charset='windows-1256'><p>"],
  ['iso-8859-15', 'für 10 €', '<?xml version="1.0" encoding="ISO-8859-15"?><html><body><p>'],
  ['koi8-r', 'Привет', '<meta charset=koi8-r><p>'],
  ['shift_jis', '日本', '<meta charset="Shift_JIS"><p>'],
  ['gbk', '价格', '<meta charset="gb2312"><p>'],
  ['big5', '價格', '<meta charset=big5><p>'],
  ['euc-kr', '가격', '<meta charset="euc-kr"><p>'],
  ['euc-jp', '日本', '<meta charset="euc-jp"><p>'],
  ['windows-1251', russian],
  ['koi8-r', russian],
  ['shift_jis', japanese],
  ['euc-jp', japanese],
  ['gbk', chinese],
  ['big5', taiwanese],
  ['euc-kr', korean],
  ['windows-1252', 'Das Café öffnet täglich um 9 Uhr – außer montags.'],
  ['iso-8859-2', 'Otevřeno od pondělí do pátku, ceny jsou uvedeny včetně daně. Těšíme se na vás.'],
  ['windows-1252', 'Grüße'],
  ['windows-1252', '10 €'],
  ['windows-1250', 'Zażółć gęślą jaźń'],
  ['koi8-u', "Години роботи: з дев'яти до п'яти. Ціна: десять гривень на місяць, її сплачують наперед."],
  ['windows-1253', 'Καλημέρα, οι τιμές μας για το νέο έτος είναι οι εξής.'],
  ['windows-1255', 'שלום וברוכים הבאים, המחירים שלנו לשנה הבאה'],
  ['shift_jis', 'Luna Premium プラン'],
]

const guess = '{Its characters were guessed. If they look wrong, save the file as UTF-8 and upload that.}'
export const charsetKinds: Kind[] = [
  ...texts.map(([charset, text, declaration]): Kind => {
    const [name, source] = declaration
      ? ['page that says so', pageIn(charset, declaration)]
      : ['plain text', pageIn(charset, '')]
    return [`${charset}, ${name}`, source(text), text]
  }),
  ['windows-1250, short', encoded('Jiří Dvořák', 'windows-1250'), `Jiøí Dvoøák ${guess}`],
  ['gbk, two characters', encoded('价格', 'gbk'), `价格 ${guess}`],
  ['windows-1251, three words', encoded('Цена 10 рублей', 'windows-1251'), `Цена 10 рублей ${guess}`],
  ['UTF-16, plain text without a mark', Buffer.from('Grüße', 'utf16le'), 'Grüße'],
  ['UTF-16, web page with a mark', Buffer.from('\ufeff<html><p>Grüße', 'utf16le'), 'Grüße'],
  ['UTF-8, page that says windows-1252', Buffer.from('<meta charset="windows-1252"><p>Grüße'), 'Grüße'],
  [
    'UTF-8, one byte is not',
    Buffer.concat([Buffer.from('Jürgen Müller '), Buffer.from([0xeb])]),
    'Jürgen Müller � {1 character could not be read.}',
  ],
  ['iso-2022-jp, plain text', Buffer.from('\u001b$BF|K\\\u001b(B', 'latin1'), '日本'],
]

const zip = (entries: Record<string, string>) =>
  makeArchive(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])))
const book = (chapter: string, more: Record<string, string> = {}, prefix = '') => {
  const tag = (name: string) => prefix + name
  const items = `<${tag('item')} id="a" href="c%201.xhtml"/><${tag('item')} id="b" href="gone.xhtml"/>`
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="O/b.opf"/></rootfiles></container>',
    'O/b.opf': `<${tag('package')} xmlns:opf="o" xmlns:dc="d"><${tag('metadata')}><dc:title>House rules</dc:title></${tag('metadata')}><${tag('manifest')}>${items}</${tag('manifest')}><${tag('spine')}><${tag('itemref')} idref="a"/>${more['gone'] === undefined ? '' : `<${tag('itemref')} idref="b"/>`}</${tag('spine')}></${tag('package')}>`,
    'O/c 1.xhtml': chapter,
    ...more,
  })
}
const xhtml = (body: string, head = '') =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/>${head}</head><body>${body}</body></html>`

export const bookKinds = kindsIn(
  `
EPUB, prefixed names: ${packed(book(xhtml('<p>Quiet<a id="x"/> hours</p>'), {}, 'opf:'))} => [House rules] Quiet hours
EPUB of Pages, a sheet of its own: ${packed(book(xhtml('<p>Now<span class="o"> OLD</span></p>', '<link rel="stylesheet" href="s.css"/>'), { 'O/s.css': '.o{text-decoration:line-through}' }))} => [House rules] Now
EPUB, footnote: ${packed(book(xhtml('<p>$10<a epub:type="noteref" href="n.xhtml#n">1</a> a month</p>')))} => [House rules] $10 [1] a month
EPUB, a chapter is missing: ${packed(book(xhtml('<p>Quiet</p>'), { gone: '' }))} => [House rules] Quiet {1 embedded or missing part was not read.}
EPUB, two chapters of HTML: ${packed(makeBook(['<p>One</p>', '<p>Two<br/>lines</p>']))} => One⏎⏎Two⏎lines
`,
  unpacked,
)

const old = (name: string) =>
  Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(8), Buffer.from(name, 'utf16le')])
const open = (kind: string) => zip({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': '<a/>' })

export const otherKinds = kindsIn(
  `
Google Docs, zipped web page: ${packed(zip({ 'Prices.html': '<h1>Our prices</h1>', 'images/a.png': 'x' }))} => [Our prices] # Our prices
Word Online, document2.xml: ${packed(makeWordOf(p('Online'), {}, 'document2'))} => Online
Markdown: ${packed(Buffer.from('---\ntitle: "Prices of 2026"\nnote: HIDDEN\n---\n# Our prices #\n<!-- HIDDEN -->Now ~~20~~ 15 ![Map](m.png)![](x)\n```\n~~kept~~\n```\n'))} => [Prices of 2026] # Our prices #⏎Now 15 Map⏎\`\`\`⏎~~kept~~⏎\`\`\` {1 picture was not read.}
Plain text, invisible characters: ${packed(Buffer.from('\ufeffAn\u00adswer\u200b:\u00a0  \r\n\r\n\r\n\uf0b7 one\u0007'))} => Answer:⏎⏎• one
Rich text: ${packed(Buffer.from('{\\rtf1\\ansi Hello}'))} => ! richText
Rich text named .doc: ${packed(Buffer.from('{\\rtf1 Hello}'))} => ! richText
Word 97: ${packed(old('WordDocument'))} => ! oldWord
Excel 97: ${packed(old('Workbook'))} => ! spreadsheet
PowerPoint 97: ${packed(old('PowerPoint Document'))} => ! presentation
Outlook message: ${packed(old('__substg1.0_0037001F'))} => ! mail
Word 2003, XML: ${packed(Buffer.from('<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument/>'))} => ! wordXml
Excel: ${packed(zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<x/>' }))} => ! spreadsheet
PowerPoint: ${packed(zip({ '[Content_Types].xml': '<Types/>', 'ppt/presentation.xml': '<x/>' }))} => ! presentation
LibreOffice text: ${packed(open('text'))} => ! openText
LibreOffice table: ${packed(open('spreadsheet'))} => ! spreadsheet
LibreOffice slides: ${packed(open('presentation'))} => ! presentation
Pages: ${packed(zip({ 'Index/Document.iwa': 'x', 'Metadata/Properties.plist': 'x' }))} => ! pages
E-mail: ${packed(Buffer.from('Subject: Hello\r\n Ana\r\nMIME-Version: 1.0\r\n\r\nHi'))} => ! mail
Picture: ${packed(Buffer.from('\u0089PNG\r\n', 'latin1'))} => ! picture
Drawing: ${packed(Buffer.from('<svg xmlns="x"><text>Hi</text></svg>'))} => ! picture
PostScript: ${packed(Buffer.from('%!PS-Adobe-3.0'))} => ! printout
Archive: ${packed(Buffer.from([0x1f, 0x8b, 8, 0]))} => ! archive
`,
  unpacked,
)
