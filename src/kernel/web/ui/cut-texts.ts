/** A text that is cut off with an ellipsis shows itself whole under the pointer, wherever it stands. */
export function watchCutTexts(): void {
  document.addEventListener('pointerover', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.scrollWidth <= target.clientWidth) return
    if (target.closest('[title]:not([data-cut])') || getComputedStyle(target).textOverflow !== 'ellipsis') return
    // Only what does not change by itself: a title of before would lie.
    target.title = target.textContent.trim()
    target.dataset['cut'] = ''
  })
}
