import type { ReactNode } from 'react'

export type PictureName = 'list' | 'lost'

const LINE = 'var(--x-text-3)'
const ACCENT = 'var(--x-accent)'
const SOFT = 'var(--x-accent-soft)'

/** The tide line of the product, which every drawing stands on. */
const Tide = () => (
  <>
    <path d="M0 84c14-9 28-9 42-2s28 8 44 0 28-14 42-9 20 5 32-2v33H0Z" fill={SOFT} />
    <path
      d="M0 84c14-9 28-9 42-2s28 8 44 0 28-14 42-9 20 5 32-2"
      stroke={ACCENT}
      strokeWidth="2"
      strokeLinecap="round"
    />
  </>
)

const PICTURES: Readonly<Record<PictureName, ReactNode>> = {
  /** A sheet without entries. */
  list: (
    <>
      <path
        d="M54 14h42l12 12v46a4 4 0 0 1-4 4H54a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4Z"
        fill="var(--x-surface-2)"
        stroke={LINE}
        strokeWidth="1.5"
      />
      <path d="M96 14v12h12" stroke={LINE} strokeWidth="1.5" />
      <path
        d="M60 34h20M60 44h36M60 54h28"
        stroke={LINE}
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 6"
      />
      <path d="M120 30v18M112 36v20M128 24v16" stroke={ACCENT} strokeWidth="1.5" opacity="0.6" />
      <path
        d="M117 34h6v10h-6ZM109 40h6v12h-6ZM125 28h6v8h-6Z"
        fill="var(--x-surface-2)"
        stroke={ACCENT}
        strokeWidth="1.5"
      />
    </>
  ),
  /** A buoy off its place. */
  lost: (
    <>
      <g transform="rotate(14 84 70)">
        <path
          d="M72 72 78 36h12l6 36Z"
          fill="var(--x-surface-2)"
          stroke={LINE}
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        <path d="M76 50h16l1.5 8H74.7Z" fill={ACCENT} opacity="0.7" />
        <path d="M84 36V22" stroke={LINE} strokeWidth="1.5" />
        <circle cx="84" cy="18" r="4" fill={ACCENT} />
      </g>
      <path
        d="M98 8c4 3 6 7 6 12M106 2c6 5 9 12 9 19"
        stroke={ACCENT}
        strokeWidth="1.5"
        strokeLinecap="round"
        opacity="0.6"
      />
      <path
        d="M24 40h18M18 48h12M120 50h20"
        stroke={LINE}
        strokeWidth="1.5"
        strokeLinecap="round"
        opacity="0.6"
      />
    </>
  ),
}

/** A drawing in the colours of the theme. */
export default function Picture({ of }: { readonly of: PictureName }) {
  return (
    <svg viewBox="0 0 160 104" fill="none" aria-hidden="true">
      {PICTURES[of]}
      <Tide />
    </svg>
  )
}
