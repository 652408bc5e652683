/** Sends each changed switch to control.json and shows the result. */
const status = document.querySelector('#status')

async function change(patch) {
  const answer = await fetch('control.json', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(patch),
  })
  const body = await answer.json()
  status.dataset.tone = answer.ok ? 'good' : 'bad'
  status.textContent = answer.ok ? 'Saved.' : body.error
  return answer.ok
}

/** `apiFault.stripe` and `hang` become {apiFault: {stripe: 'hang'}}; an empty choice becomes null. */
function patchOf(name, value) {
  return name.split('.').reduceRight((inner, key) => ({ [key]: inner }), value === '' ? null : value)
}

function valueOf({ checked, type, value }) {
  if (type === 'checkbox') return checked
  return type === 'number' && value !== '' ? Number(value) : value
}

/** Reloads the page to show what has changed; the message about it survives. */
async function changeAndReload(patch) {
  if (!(await change(patch))) return
  sessionStorage.setItem('said', 'Done.')
  location.reload()
}

const said = sessionStorage.getItem('said')
if (said !== null) {
  sessionStorage.removeItem('said')
  status.dataset.tone = 'good'
  status.textContent = said
}

/** Returns the patch that a form with a button stands for. */
function patchOfForm({ dataset, elements }) {
  const textOf = (name) => elements[name].value.trim()
  switch (dataset.switch) {
    case 'advance':
      return { advance: textOf('advance') }
    case 'voice':
      return { voiceFaults: { [textOf('agent')]: textOf('fault') } }
    case 'refund': {
      const amount = textOf('amount') === '' ? undefined : Math.round(Number(textOf('amount')) * 100)
      return { refund: { payment: textOf('refund-payment'), amount } }
    }
    case 'dispute': {
      const action = textOf('action')
      const reason = action === 'open' ? textOf('reason') : undefined
      return { dispute: { payment: textOf('dispute-payment'), action, reason } }
    }
    case 'replay':
      return { replayEvent: textOf('event') }
  }
}

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const patch = patchOfForm(form)
    if (patch !== undefined) void changeAndReload(patch)
  })
  if (form.dataset.switch === 'auto') {
    form.addEventListener('change', ({ target }) => void change(patchOf(target.name, valueOf(target))))
  }
}

for (const button of document.querySelectorAll('[data-clear]')) {
  button.addEventListener('click', () => void changeAndReload({ voiceFaults: { [button.dataset.clear]: null } }))
}

for (const button of document.querySelectorAll('[data-patch]')) {
  button.addEventListener('click', () => void changeAndReload(JSON.parse(button.dataset.patch)))
}
