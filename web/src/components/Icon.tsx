/** Shapes that differ without colour: the words beside them carry the meaning. */
const SHAPES = {
  reachable: (
    <>
      <circle cx="8" cy="8" r="7" class="fill" />
      <path d="m4.8 8.2 2.2 2.3 4.2-4.8" class="cut" />
    </>
  ),
  unreachable: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" class="fill" />
      <path d="m5.5 5.5 5 5m0-5-5 5" class="cut" />
    </>
  ),
  unknown: <circle cx="8" cy="8" r="6" class="line dashed" />,
  'not-loaded': (
    <>
      <path d="M8 1.8 15 14H1z" class="line" />
      <path d="M8 6.2v3.6m0 1.9v.2" class="line" />
    </>
  ),
  loading: <circle cx="8" cy="8" r="6" class="line faint" />,
  inactive: (
    <>
      <circle cx="8" cy="8" r="6" class="line" />
      <path d="M6.3 5.6v4.8m3.4-4.8v4.8" class="line" />
    </>
  ),
  stopped: <rect x="2.5" y="2.5" width="11" height="11" rx="2" class="line" />,
  local: <path d="M2 3h12v8H2zM5.5 14h5M8 11v3" class="line" />,
} as const;

export type Shape = keyof typeof SHAPES;

export function Icon({ shape }: { shape: Shape }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {SHAPES[shape]}
    </svg>
  );
}
