/** Lines on a grid of 16, drawn with the colour of the text beside them. */
const lines = {
  overview: 'M2.5 13.5v-4M6.2 13.5v-7M9.8 13.5V8M13.5 13.5v-11',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.4 10.4l3.3 3.3',
  memory: 'M8 2.2 13.8 8 8 13.8 2.2 8ZM8 6.3v3.4M6.3 8h3.4',
  review: 'M2.5 4h7M2.5 8h5M2.5 12h4M9 11.2l1.8 1.8 3.2-4',
  graph:
    'M4 6a1.8 1.8 0 1 0 0-3.6A1.8 1.8 0 0 0 4 6ZM12.2 8.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM5.2 13.6a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM5.8 4.8l4.7 1.6M10.7 8.1 6.7 10.7M4.2 6l.7 4',
  documents: 'M3.5 2.2h6l3 3v8.6h-9ZM9.3 2.4v3h3M5.8 8.5h4.4M5.8 11h4.4',
  tasks: 'M2.5 3.2h11v7.6H7.2L4.4 13.3v-2.5H2.5ZM5.2 6h5.6M5.2 8.2h3.6',
  trail: 'M3.5 2.5v11M3.5 4.5h9M3.5 8h6M3.5 11.5h8',
  system:
    'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM6 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  right: 'M6 3.5 10.5 8 6 12.5',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  up: 'M3.5 10 8 5.5 12.5 10',
  pin: 'M5.5 2.5h5l-.7 4 2.2 2.3H4l2.2-2.3ZM8 8.8v4.7',
  pen: 'M3 13l.7-2.9 7-7 2.2 2.2-7 7ZM9.2 4.6l2.2 2.2',
  bin: 'M3 4.5h10M6.5 4.3V2.7h3v1.6M4.5 4.5l.6 8.8h5.8l.6-8.8M6.8 7v4M9.2 7v4',
  undo: 'M3 6.5h6.5a3.2 3.2 0 0 1 0 6.5H6M3 6.5l3-3M3 6.5l3 3',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.3V2.5h-8v8h2.8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  arrange:
    'M8 8h.01M8 2.5v.01M8 13.500v.01M2.500 8h.01M13.500 8h.01M4.100 4.100v.01M11.900 4.100v.01M4.100 11.900v.01M11.900 11.900v.01',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  warning: 'M8 2.5 14.2 13.3H1.8ZM8 6.5v3.2M8 11.6v.1',
  link: 'M9.5 3h3.5v3.5M13 3 7.5 8.5M11 9.5V13H3V5h3.5',
  user: 'M8 7.7a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM3 13.5c.4-2.5 2.4-4 5-4s4.6 1.5 5 4',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  clock: 'M8 13.7A5.7 5.7 0 1 0 8 2.3a5.7 5.7 0 0 0 0 11.4ZM8 5v3.2l2.2 1.4',
  download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.5h10',
  upload: 'M8 10.5V3M4.8 6 8 2.8 11.2 6M3 13.5h10',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  play: 'M5 3.3v9.4L12.5 8Z',
  merge: 'M3.5 3v2.5c0 2.5 4.5 2.5 4.5 5V13.5M12.5 3v2.5c0 2.5-4.5 2.5-4.5 5',
  split: 'M8 2.5v3.2c0 2.5-4.5 2.5-4.5 5V13M8 5.7c0 2.5 4.5 2.5 4.5 5V13',
} as const

export type IconName = keyof typeof lines

/** A drawing beside a word, or alone in a button that has a name of its own: never said aloud. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={lines[name]} />
    </svg>
  )
}
