/** Sends each changed switch to control.json and shows the result. */
const status = document.querySelector('[role=status]')
status.textContent = sessionStorage.getItem('said') ?? ''
sessionStorage.removeItem('said')

async function change(patch) {
  const answer = await fetch('control.json', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(patch),
  })
  status.textContent = answer.ok ? 'Saved.' : (await answer.json()).error
  return answer.ok
}

/** Reloads the page to show what has changed; the message about it survives. */
async function changeAndReload(patch) {
  if (!(await change(patch))) return
  sessionStorage.setItem('said', 'Done.')
  location.reload()
}

/** `apiFault.stripe` and `hang` become {apiFault: {stripe: 'hang'}}; an empty choice becomes null. */
function patchOf({ checked, name, type, value }) {
  const typed = type === 'checkbox' ? checked : type === 'number' ? Number(value) : value
  return name.split('.').reduceRight((inner, key) => ({ [key]: inner }), value === '' ? null : typed)
}

for (const form of document.querySelectorAll('form')) {
  const { advance, agent, fault } = form.elements
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (advance) void changeAndReload(patchOf(advance))
    if (agent) void changeAndReload({ voiceFaults: { [agent.value.trim()]: fault.value } })
  })
  if (!form.dataset.patch) form.addEventListener('change', ({ target }) => void change(patchOf(target)))
}

for (const button of document.querySelectorAll('button[data-patch]')) {
  button.addEventListener('click', () => void changeAndReload(JSON.parse(button.dataset.patch)))
}
