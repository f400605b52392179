// Runs before anything is drawn, or a dark page would start white. The chosen theme, or the system's where none was chosen.
;(function () {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  function show() {
    let theme = localStorage.getItem('theme')
    if (theme !== 'light' && theme !== 'dark') theme = system.matches ? 'dark' : 'light'
    root.dataset.theme = theme
    root.dataset.prefersColorScheme = theme
    // Until the style sheet is there the browser's own colours are seen.
    root.style.colorScheme = theme
  }
  show()
  // Afterwards another window may choose, or the system turn. Paper stays white.
  function follow() {
    if (matchMedia('print').matches) return
    show()
    dispatchEvent(new Event('themefollowed'))
  }
  addEventListener('storage', function (event) {
    if (event.key === 'theme' || event.key === null) follow()
  })
  system.addEventListener('change', follow)
})()
