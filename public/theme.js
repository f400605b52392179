// Runs before anything is drawn, or a dark page would start white. The chosen theme, or the system's where none was chosen.
;(function () {
  let theme = localStorage.getItem('theme')
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const root = document.documentElement
  root.dataset.theme = theme
  root.dataset.prefersColorScheme = theme
  // Until the style sheet is there the browser's own colours are seen.
  root.style.colorScheme = theme
})()
