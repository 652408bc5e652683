// The page that GET /api/logout shows when it was not opened from Luna itself.
const button = document.getElementById('sign-out')
button.addEventListener('click', async () => {
  button.disabled = true
  try {
    const response = await fetch('/api/auth/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await response.text()
    if (response.ok) {
      location.assign('/')
      return
    }
  } catch {
    // Told below, as a refusal is.
  }
  button.disabled = false
  document.getElementById('fault').textContent = 'Failed to log out. Please try again.'
})
