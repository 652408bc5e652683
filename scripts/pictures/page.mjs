// The page for looking through the pictures: a list of screens next to them, and a choice of looks.

const looks = [
  ['light-wide', 'Light, wide'],
  ['dark-wide', 'Dark, wide'],
  ['light-phone', 'Light, phone'],
  ['dark-phone', 'Dark, phone'],
]

const style = `
  :root { color-scheme: light dark; font: 14px/1.5 Inter, system-ui, sans-serif; --line: light-dark(#ddd8e8, #2e2a3d) }
  body { margin: 0; background: light-dark(#faf9fc, #0b0a12); color: light-dark(#1a1726, #f4f2fa) }
  header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: center;
    padding: 12px 24px; background: inherit; border-bottom: 1px solid var(--line) }
  h1 { font-size: 18px; margin: 0 } h2 { font-size: 20px; margin: 48px 0 0 } h3 { font-size: 14px; margin: 24px 0 8px }
  label { white-space: nowrap }
  nav { position: fixed; top: 60px; bottom: 0; left: 0; width: 216px; overflow: auto; padding: 12px 24px;
    box-sizing: border-box; border-right: 1px solid var(--line) }
  nav b { display: block; margin-top: 12px } nav a { display: block; color: inherit; text-decoration: none }
  nav a:hover { text-decoration: underline }
  main { margin-left: 216px; padding: 0 24px 48px } section { scroll-margin-top: 56px }
  .row { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto; padding-bottom: 8px }
  figure { margin: 0; flex: none } figcaption { color: light-dark(#5d586e, #a8a3b8); font-size: 12px }
  img { display: block; width: 100%; object-fit: cover; object-position: top; border: 1px solid var(--line);
    border-radius: 6px; box-sizing: border-box }
  figure[class$=wide] { width: max(420px, 37%) } figure[class$=wide] img { aspect-ratio: 1280 / 860 }
  figure[class$=phone] { width: max(130px, 11%) } figure[class$=phone] img { aspect-ratio: 320 / 720 }
  ${looks.map(([name]) => `body:not(:has(#${name}:checked)) figure.${name} { display: none }`).join('\n  ')}
  @media (max-width: 800px) { nav { display: none } main { margin-left: 0 } }
`

/** `taken` is in the order of the walk: group (of the first of its group), screen, look, file. */
export function picturePage(taken) {
  const screens = [...new Set(taken.map(({ screen }) => screen))]
  const groupOf = (screen) => taken.find((picture) => picture.screen === screen).group
  const list = screens.map((screen) => {
    const group = groupOf(screen)
    return `${group ? `<b>${group}</b>` : ''}<a href="#${screen}">${wordsOf(screen)}</a>`
  })
  const sections = screens.map((screen) => {
    const group = groupOf(screen)
    const figures = taken
      .filter((picture) => picture.screen === screen)
      .map(({ file, look }) => {
        const words = looks.find(([name]) => name === look)[1]
        return `<figure class="${look}"><a href="${file}"><img src="${file}" alt="${wordsOf(screen)}, ${words}" loading="lazy"></a><figcaption>${words}</figcaption></figure>`
      })
    return `${group ? `<h2>${group}</h2>` : ''}<section id="${screen}"><h3>${wordsOf(screen)}</h3><div class="row">${figures.join('')}</div></section>`
  })
  const boxes = looks.map(
    ([name, words]) => `<label><input type="checkbox" id="${name}" autocomplete="off" checked> ${words}</label>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Luna's screens</title><style>${style}</style>
<header><h1>Luna's screens</h1>${boxes.join('')}<span>${taken.length} pictures; click one for all of it</span></header>
<nav aria-label="Screens">${list.join('')}</nav>
<main>${sections.join('\n')}</main></html>
`
}

function wordsOf(screen) {
  const words = screen.replaceAll('-', ' ')
  return words[0].toUpperCase() + words.slice(1)
}
