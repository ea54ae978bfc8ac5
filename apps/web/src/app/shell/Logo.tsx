export function Logo() {
  return (
    <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        d="M6 6l20 20M26 6l-7.5 7.5M13.5 18.5L6 26"
        stroke="var(--x-accent)"
        strokeWidth="4"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  )
}
