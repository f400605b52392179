interface MadeProps {
  readonly made: readonly { readonly label: string; readonly to: string }[]
}

/** The way to what an approved document made. It is listed on the desktop, whose list fits a narrow screen too. */
export function Made({ made }: MadeProps) {
  return (
    <p className="card">
      {made.map(({ label, to }) => (
        <a key={to} href={to}>
          {label}
        </a>
      ))}
    </p>
  )
}
