/** Icons in one style: 24-unit outlines of our own, drawn at 16 px. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  home: 'M4 11.5 12 5l8 6.5V20h-5.5v-5h-5v5H4z',
  tasks: 'M4 13h4l1.5 3h5L16 13h4M6.5 5h11L20 13v6H4v-6z',
  wallet: 'M4 19V9m5.3 10V5m5.4 14v-7M20 19V8',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 2.500-2.500L20 17M15.500 9.500h.01',
  clip: 'M19 11.500 12 18.500a4.500 4.500 0 0 1-6.400-6.400l7.500-7.500a3 3 0 0 1 4.300 4.300l-7.500 7.500a1.500 1.500 0 0 1-2.100-2.100l6.700-6.700',
  rotate: 'M19 12a7 7 0 1 1-2-5M19 3.500V8h-4.500',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  close: 'M6 6l12 12M18 6 6 18',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  first: 'M17 6l-6 6 6 6M7 6v12',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 12h17M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.700 1.900 7.500 5.500',
  barcode: 'M4 6v12M7.500 6v12M10 6v12M14 6v12M16.500 6v12M20 6v12',
  building: 'M6 20V4h8v16M14 10h4v10M4 20h16M9 8h2M9 12h2M9 16h2',
  card: 'M3 6h18v12H3zM6.500 14.500h4M8.500 11.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM14 10h4M14 14h4',
  exit: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  download: 'M12 4v11M7.500 11 12 15.500 16.500 11M5 20h14',
  upload: 'M12 16V5M7.500 9.500 12 5l4.500 4.500M5 20h14',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5',
  refresh: 'M19 8a8 8 0 1 0 1 5M19.500 4v4.500H15',
  bell: 'M6 16.500V11a6 6 0 1 1 12 0v5.500l1.500 1.500h-15zM10 20.500h4',
  keyboard: 'M3 6.500h18v11H3zM7 10.500h.01M11 10.500h.01M15 10.500h.01M8 14h8',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  alert: 'M12 4 2.500 20h19zM12 10v4.500M12 17.200h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.500M12 7.700h.01',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3.500v4M15 3.500v4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.500l3.500 2',
  undo: 'M8 5 4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11H9',
  fill: 'M12 4v13M7 12.500l5 5 5-5',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  columns: 'M4 5h16v14H4zM9.500 5v14M14.500 5v14',
  rows: 'M4 6h16M4 10h16M4 14h16M4 18h16',
  rowsWide: 'M4 6h16M4 12h16M4 18h16',
  print: 'M7 8V4h10v4M7 17H4v-8h16v8h-3M7 14h10v6H7z',
  share:
    'M7.500 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM16.500 8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM16.500 20.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9.700 10.900l4.600-3M9.700 13.100l4.600 3',
  pdf: 'M6 3h8l4 4v14H6zM14 3v4h4M12 10v6.500M9 14l3 3 3-3',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  collapse: 'M4 5h16v14H4zM9.500 5v14M16 9.500 13.500 12l2.500 2.500',
} as const

export type IconName = keyof typeof PATHS

export function isIconName(name: string): name is IconName {
  return name in PATHS
}

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
