import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { Skeleton } from '@x/ui/skeleton'
import { useState } from 'react'
import { COINS } from '../../lib/coins/coins.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { allocation } from './allocation.ts'
import styles from './allocation.module.css'
import { isNothing, type Part } from './valuation.ts'

const OTHER_COLOUR = 'var(--x-text-3)'

/** How the total is spread over assets, as a ring with its figures; nothing without a value. */
export function AllocationPanel({ rows }: { readonly rows: readonly Part[] }) {
  const t = usePageMessages()
  const numbers = useNumbers()
  const parts = allocation(rows).map(({ asset, share }) => ({
    name: asset ?? t('assets.others'),
    share,
    colour: (asset !== undefined && COINS[asset]?.colour) || OTHER_COLOUR,
  }))
  const [pointed, setPointed] = useState<string>()
  if (parts.length === 0) return null
  const count = rows.filter(({ value }) => value !== undefined && !isNothing(value)).length
  const shown = parts.find(({ name }) => name === pointed)
  return (
    <section className={styles['panel']} aria-labelledby="allocation-title">
      <h2 id="allocation-title" className={styles['title']}>
        {t('assets.allocation')}
      </h2>
      <div className={styles['body']}>
        <div className={styles['ring']} aria-hidden="true">
          <svg viewBox="0 0 42 42">
            {parts.map(({ name, share, colour }, index) => (
              <circle
                key={name}
                cx="21"
                cy="21"
                r="18"
                fill="none"
                pathLength="100"
                stroke={colour}
                strokeWidth="4.5"
                strokeDasharray={`${Math.max(0.4, Number(share) - 0.8)} 100`}
                strokeDashoffset={-startOf(parts, index)}
                data-faint={pointed !== undefined && pointed !== name}
                onPointerEnter={() => setPointed(name)}
                onPointerLeave={() => setPointed(undefined)}
              />
            ))}
          </svg>
          <p className={styles['middle']}>
            <NumberText>
              {shown
                ? numbers.percent(shown.share, { unit: 'percent', digits: 1 })
                : numbers.number(String(count), { digits: 0 })}
            </NumberText>
            <bdi>{shown?.name ?? t('shell.assets')}</bdi>
          </p>
        </div>
        <ul className={styles['legend']}>
          {parts.map(({ name, share, colour }) => (
            <li
              key={name}
              className={styles['entry']}
              data-faint={pointed !== undefined && pointed !== name}
              onPointerEnter={() => setPointed(name)}
              onPointerLeave={() => setPointed(undefined)}
            >
              <span className={styles['dot']} style={{ background: colour }} />
              <bdi>{name}</bdi>
              <NumberText>{numbers.percent(share, { unit: 'percent', digits: 1 })}</NumberText>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The space of the panel while the total is not known, so that nothing moves when it comes. */
export const AllocationToCome = () => (
  <div className={styles['panel']} aria-hidden="true">
    <p className={styles['title']}>
      <Skeleton width="80px" />
    </p>
    <div className={styles['body']}>
      <div className={styles['ring']}>
        <svg viewBox="0 0 42 42">
          <circle
            cx="21"
            cy="21"
            r="18"
            fill="none"
            stroke="var(--x-surface-3)"
            strokeWidth="4.5"
          />
        </svg>
      </div>
    </div>
  </div>
)

/** Where a part of the ring begins, in percent; drawn, never reckoned with. */
const startOf = (parts: readonly { readonly share: string }[], index: number): number =>
  parts.slice(0, index).reduce((sum, { share }) => sum + Number(share), 0)
