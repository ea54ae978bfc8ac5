import { ButtonLink, type ButtonLinkProps } from '@x/ui/button'
import styles from './home.module.css'

export interface WayInProps {
  readonly texts: Readonly<Record<'start' | 'login' | 'look', string>>
  /** The app's own link to a path without prefix. */
  readonly link: (path: string) => Pick<ButtonLinkProps, 'render' | 'href'>
}

/** The way in for a guest. */
export function WayIn({ texts, link }: WayInProps) {
  const links = [
    { path: '/register', text: texts.start, variant: 'primary' },
    { path: '/login', text: texts.login, variant: 'neutral' },
    { path: '/spot/BTCUSDT', text: texts.look, variant: 'neutral' },
  ] as const
  return (
    <div className={styles['welcome']}>
      <Tide />
      {links.map(({ path, text, variant }) => (
        <ButtonLink key={path} variant={variant} size="large" {...link(path)}>
          {text}
        </ButtonLink>
      ))}
    </div>
  )
}

/** Candles above a tide line, the drawing of the product. */
function Tide() {
  return (
    <svg className={styles['tide']} viewBox="0 0 320 120" fill="none" aria-hidden="true">
      <path
        d="M0 92c30-22 58-22 86-8s58 18 92 2 58-38 86-34 40 2 56-14V120H0Z"
        fill="var(--x-accent-soft)"
      />
      <path
        d="M0 92c30-22 58-22 86-8s58 18 92 2 58-38 86-34 40 2 56-14"
        stroke="var(--x-accent)"
        strokeWidth="2.5"
      />
      {CANDLES.map(({ x, top, height, isUp }) => (
        <g key={x} fill={isUp ? 'var(--x-up)' : 'var(--x-down)'}>
          <rect x={x + 4} y={top - 8} width="2" height={height + 16} rx="1" />
          <rect x={x} y={top} width="10" height={height} rx="2" />
        </g>
      ))}
    </svg>
  )
}

const CANDLES = [
  { x: 40, top: 46, height: 22, isUp: true },
  { x: 76, top: 34, height: 26, isUp: true },
  { x: 112, top: 42, height: 18, isUp: false },
  { x: 148, top: 50, height: 20, isUp: false },
  { x: 184, top: 36, height: 30, isUp: true },
  { x: 220, top: 22, height: 26, isUp: true },
  { x: 256, top: 16, height: 20, isUp: true },
] as const
