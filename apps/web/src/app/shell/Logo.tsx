/** The mark: a T of a tide line over the stem of a candle. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeWidth="4.2"
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M4 12.2c3.6-4.4 7.4-4.6 11-1.6 3.9 3.2 8.2 3.3 13-1.8" stroke="var(--x-accent)" />
      <path d="M16 17.5v10" stroke="currentColor" />
    </svg>
  )
}
