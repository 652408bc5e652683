/** Sends each changed switch to control.json and tells the outcome. */
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

async function changeAndReload(patch) {
  if (await change(patch)) location.reload()
}

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { advance, agent, fault } = form.elements
    if (form.dataset.switch === 'advance') void changeAndReload({ advance: advance.value.trim() })
    if (form.dataset.switch === 'voice') void changeAndReload({ voiceFaults: { [agent.value.trim()]: fault.value } })
  })
  if (form.dataset.switch === 'auto') {
    form.addEventListener('change', ({ target }) => void change(patchOf(target.name, target.value)))
  }
}

for (const button of document.querySelectorAll('[data-clear]')) {
  button.addEventListener('click', () => void changeAndReload({ voiceFaults: { [button.dataset.clear]: null } }))
}
