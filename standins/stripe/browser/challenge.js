const TEMPLATE = `
  <dialog aria-labelledby="title" aria-describedby="question">
    <p class="mode"><strong>Test mode</strong></p>
    <h2 id="title">Approve this payment</h2>
    <p id="question">Your bank asks whether you are making this payment of <strong class="amount"></strong>.</p>
    <div class="choices">
      <button type="button" value="approve">Approve</button>
      <button type="button" value="reject" class="quiet">Reject</button>
    </div>
  </dialog>
`

/** Shows the bank's question about a payment intent; answers whether it was approved. Escape rejects. */
export async function askForApproval({ amount, currency }) {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = TEMPLATE
  const style = document.createElement('link')
  style.rel = 'stylesheet'
  style.href = new URL('sandbox.css', import.meta.url).href
  root.prepend(style)
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  root.querySelector('.amount').textContent = format.format(amount / 100)
  const dialog = root.querySelector('dialog')
  document.body.append(host)
  dialog.showModal()
  const approved = await new Promise((resolve) => {
    for (const button of root.querySelectorAll('button')) {
      button.addEventListener('click', () => resolve(button.value === 'approve'))
    }
    dialog.addEventListener('cancel', () => resolve(false))
  })
  dialog.close()
  host.remove()
  return approved
}
