import './view-picker.css'
interface ViewPickerProps<V extends string> {
  readonly label: string
  readonly views: readonly { readonly key: V; readonly text: string }[]
  readonly value: V
  readonly onChange: (view: V) => void
}

/** The views of one page, as tabs over its content. */
export function ViewPicker<V extends string>({ label, views, value, onChange }: ViewPickerProps<V>) {
  return (
    <div className="views" role="tablist" aria-label={label}>
      {views.map((view, at) => (
        <button
          key={view.key}
          type="button"
          role="tab"
          aria-selected={view.key === value}
          tabIndex={view.key === value ? 0 : -1}
          onClick={() => onChange(view.key)}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
            const next = views.at((at + step) % views.length)
            if (step === 0 || !next) return
            onChange(next.key)
            ;(event.currentTarget.parentElement?.children[views.indexOf(next)] as HTMLElement | undefined)?.focus()
          }}
        >
          {view.text}
        </button>
      ))}
    </div>
  )
}
