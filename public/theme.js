// Runs before anything is drawn, because a dark page would otherwise start white. The chosen theme, or the system's
// where none was chosen.
;(function () {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  function show() {
    let theme = localStorage.getItem('theme')
    if (theme !== 'light' && theme !== 'dark') theme = system.matches ? 'dark' : 'light'
    root.dataset.theme = theme
    root.dataset.prefersColorScheme = theme
    // Until the style sheet is loaded the browser's own colours are shown.
    root.style.colorScheme = theme
  }
  show()
  // Later another window may change it, or the system. Print stays light.
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
