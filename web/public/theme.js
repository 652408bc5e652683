// Runs before the first paint, so that a chosen theme never flashes in the other one's colours.
;(function () {
  var theme = null
  try {
    theme = localStorage.getItem('luna-theme')
  } catch {
    // Storage can be switched off; the system's theme holds then.
  }
  if (theme !== 'light' && theme !== 'dark') return
  document.documentElement.dataset.theme = theme
  var color = theme === 'dark' ? '#0b0a12' : '#faf9fc'
  document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
    meta.setAttribute('content', color)
  })
})()
